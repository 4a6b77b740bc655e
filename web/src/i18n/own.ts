import { makeTexts } from '@talad/ui/i18n/texts'
import { thOwn } from './th-own.ts'

/** A key of the texts of what is a person's own. */
export type OwnKey = keyof typeof thOwn

/**
 * The texts of what is a person's own: account, listings, notifications. They come with the screens that show them, in the
 * language of the page, and not with the first page.
 */
export const {
  fill: fillOwn,
  text: ownText,
  useText: useOwnText,
} = makeTexts<OwnKey>({
  th: thOwn,
  en: async () => (await import('./en-own.ts')).enOwn,
})
