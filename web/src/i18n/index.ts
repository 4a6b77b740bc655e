import { makeTexts } from '@talad/ui/i18n/texts'
import { type Catalogue, th } from './th.ts'

/** A key of the catalogues; `th.ts` is where they are declared. */
export type TextKey = keyof Catalogue

/** The texts of the app in the language on the screen. */
export const { fill, text, useText } = makeTexts<TextKey>({
  th,
  en: async () => (await import('./en.ts')).en,
})
