import { inPhrases } from '@talad/ui/i18n/phrases'
import { makeTexts } from '@talad/ui/i18n/texts'
import { fill, type TextKey } from './index.ts'
import { thFilters } from './th-filters.ts'

/** The texts of what narrows a list, besides those of the first pages: they come with such a list, in its language. */
export const { useText: useFilterText } = makeTexts<keyof typeof thFilters, TextKey>(
  { th: inPhrases(thFilters), en: async () => (await import('./en-filters.ts')).enFilters },
  fill,
)
