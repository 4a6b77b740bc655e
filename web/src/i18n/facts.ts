import { inPhrases } from '@talad/ui/i18n/phrases'
import { makeTexts } from '@talad/ui/i18n/texts'
import { enFacts } from './en-facts.ts'
import { fill, type TextKey } from './index.ts'
import { thFacts } from './th-facts.ts'

/** The texts of facts that few ask for. */
export const { useText: useFactsText } = makeTexts<keyof typeof thFacts, TextKey>(
  { th: inPhrases(thFacts), en: enFacts },
  fill,
)
