import type { Section } from '@talad/proto/site/sections'
import type { HomeKey } from '../../i18n/home.ts'

/** The home of a site that has published none. @param t says a text in the language on the screen */
export function defaultHome(t: (key: HomeKey) => string): Section[] {
  const said = (key: HomeKey) => ({ th: t(key), en: t(key) })
  const none = { th: '', en: '' }
  const look = { image: null, background: 'none', position: 'left', link: null } as const
  const step = (title: HomeKey, text: HomeKey) => ({ title: said(title), text: said(text) })
  return [
    {
      id: 'hero',
      kind: 'content-hero',
      content: { ...look, title: said('home.title'), text: said('home.text') },
      source: 'assets',
      asset_ids: [],
    },
    {
      id: 'just-listed',
      kind: 'card-slider',
      content: { title: said('home.justListed') },
      source: 'assets',
      asset_ids: [],
      collection_ids: [],
      quantity: 12, // whole rows of six
    },
    {
      id: 'collections',
      kind: 'preview-slider',
      content: { title: said('home.collections') },
      source: 'collections',
      collection_ids: [],
      quantity: 12,
    },
    {
      id: 'how',
      kind: 'content-body',
      content: { ...look, title: said('home.how'), text: none },
      steps: [
        step('home.step1', 'home.step1Text'),
        step('home.step2', 'home.step2Text'),
        step('home.step3', 'home.step3Text'),
      ],
    },
    {
      id: 'just-sold',
      kind: 'trending-table',
      content: { title: said('home.justSold') },
      source: 'assets',
      asset_ids: [],
      collection_ids: [],
      quantity: 6,
    },
  ]
}
