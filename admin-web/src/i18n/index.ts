import { makeTexts } from '@talad/ui/i18n/texts'
import { type LateKey, late } from './late.ts'
import { type Catalogue, th } from './th.ts'

/** A key of the catalogues; `th.ts` and `project.ts` are where they are declared. */
export type TextKey = keyof Catalogue | LateKey

/** The texts of the app in the language on the screen. */
export const { text, useText } = makeTexts<keyof Catalogue, LateKey>(
  { th, en: async () => (await import('./en.ts')).en },
  (language, key, values) => late.fill(language, key, values),
)
