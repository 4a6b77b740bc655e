import { makeTexts } from '@talad/ui/i18n/texts'
import { enCrypto } from './en-crypto.ts'
import { thCrypto } from './th-crypto.ts'

/** A key of the texts of trades in crypto. */
export type TradeKey = keyof typeof thCrypto

/** The texts of trades in crypto: they come with the windows that show them, in both languages. */
export const { text: tradeText, useText: useTradeText } = makeTexts<TradeKey>({ th: thCrypto, en: enCrypto })
