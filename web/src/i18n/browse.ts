import { inPhrases } from '@talad/ui/i18n/phrases'
import { makeTexts } from '@talad/ui/i18n/texts'
import { enBrowse } from './en-browse.ts'
import { fill, type TextKey } from './index.ts'
import { thBrowse } from './th-browse.ts'

/** The texts of filters and rankings, besides those of the first pages. */
export const { useText: useBrowseText } = makeTexts<keyof typeof thBrowse, TextKey>(
  { th: inPhrases(thBrowse), en: enBrowse },
  fill,
)
