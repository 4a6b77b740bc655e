import { makeTexts } from './texts.ts'
import { th } from './th.ts'

/** The few words that the shared components say themselves. */
export const { useText } = makeTexts({ th, en: async () => (await import('./en.ts')).en })
