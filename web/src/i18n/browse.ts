import { inPhrases } from '@talad/ui/i18n/phrases'
import { makeTexts } from '@talad/ui/i18n/texts'
import { fill, type TextKey } from './index.ts'
import { thBrowse } from './th-browse.ts'

/** A key of the texts of lists, or of those of the first pages. */
export type BrowseKey = keyof typeof thBrowse | TextKey

/**
 * The texts of what narrows and orders a list, and of rankings, besides those of the first pages. They come with the lists,
 * in the language of the page.
 */
export const { useText: useBrowseText } = makeTexts<keyof typeof thBrowse, TextKey>(
  { th: inPhrases(thBrowse), en: async () => (await import('./en-browse.ts')).enBrowse },
  fill,
)
