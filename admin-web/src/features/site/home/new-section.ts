import type { Section, SectionKind } from '@talad/proto/site/sections'

export const kinds = [
  'content-hero',
  'content-body',
  'content-html',
  'preview-slider',
  'card-slider',
  'trending-table',
] as const satisfies readonly SectionKind[]

/** A section as it is added: of its kind, and empty. */
export function newSection(kind: SectionKind): Section {
  const id = crypto.randomUUID().slice(0, 23)
  const said = () => ({ th: '', en: '' })
  const heading = { title: said() }
  const content = { ...heading, text: said(), image: null, link: null } as const
  const look = { background: 'none', position: 'left' } as const
  const ids = { asset_ids: [], collection_ids: [] }
  switch (kind) {
    case 'content-hero':
      return { id, kind, content: { ...content, ...look }, source: null, asset_ids: [] }
    case 'content-body':
      return { id, kind, content: { ...content, ...look }, steps: [] }
    case 'content-html':
      return { id, kind, content: { html: { th: [], en: [] } } }
    case 'preview-slider':
      return { id, kind, content: heading, source: 'collections', collection_ids: [], quantity: 5 }
    case 'card-slider':
      return { id, kind, content: heading, source: 'assets', quantity: 5, ...ids }
    case 'trending-table':
      return { id, kind, content: heading, source: 'assets', quantity: 4, ...ids }
  }
}
