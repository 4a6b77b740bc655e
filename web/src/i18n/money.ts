import { makeTexts } from '@talad/ui/i18n/texts'
import { fillOwn, type OwnKey } from './own.ts'
import { thMoney } from './th-money.ts'

/** A key of the texts of a person's money, or of what else is theirs. */
export type MoneyKey = keyof typeof thMoney | OwnKey

/**
 * The texts of a person's money, besides those of what else is theirs. They come with the screens that show them, in the
 * language of the page: the account opens without.
 */
export const { useText: useMoneyText } = makeTexts<keyof typeof thMoney, OwnKey>(
  { th: thMoney, en: async () => (await import('./en-money.ts')).enMoney },
  fillOwn,
)
