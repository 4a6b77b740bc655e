import type { Section, SectionKind } from '@talad/proto/site/sections'
import type { TextKey } from '../../../i18n/index.ts'

export const kindTexts: Record<SectionKind, TextKey> = {
  'content-hero': 'kind.hero',
  'content-body': 'kind.body',
  'content-html': 'kind.html',
  'preview-slider': 'kind.preview',
  'card-slider': 'kind.cards',
  'trending-table': 'kind.trending',
}

/** Fields of sections by their names in the contract. */
const fieldTexts: Readonly<Record<string, TextKey>> = {
  title: 'section.title',
  text: 'section.text',
  image: 'section.image',
  background: 'section.background',
  position: 'section.position',
  link: 'section.link',
  label: 'section.label',
  href: 'section.href',
  source: 'section.source',
  asset_ids: 'section.assets',
  collection_ids: 'section.collections',
  quantity: 'section.quantity',
  steps: 'section.steps',
  html: 'section.html',
  th: 'section.th',
  en: 'section.en',
}
export const fieldText = (name: string): TextKey => fieldTexts[name] ?? 'section.other'

const valueTexts: Readonly<Record<string, TextKey>> = {
  none: 'section.none',
  wash: 'section.wash',
  sunken: 'section.sunken',
  left: 'section.left',
  center: 'section.center',
  right: 'section.right',
  assets: 'section.ofAssets',
  collections: 'section.ofCollections',
}
export const valueText = (value: string): TextKey => valueTexts[value] ?? 'section.other'

/** The heading of a section, or nothing. */
export const titleOf = ({ content }: Section, language: 'th' | 'en'): string =>
  'title' in content ? content.title[language] || content.title.th || content.title.en : ''
