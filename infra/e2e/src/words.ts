import { en as enAdmin, th as thAdmin } from '@talad/admin-web/i18n/all'
import { en } from '@talad/web/i18n/en'
import { enCampaign } from '@talad/web/i18n/en-campaign'
import { enCrypto } from '@talad/web/i18n/en-crypto'
import { enFacts } from '@talad/web/i18n/en-facts'
import { enFees } from '@talad/web/i18n/en-fees'
import { enLate } from '@talad/web/i18n/en-late'
import { enMedia } from '@talad/web/i18n/en-media'
import { enModeration } from '@talad/web/i18n/en-moderation'
import { enMoney } from '@talad/web/i18n/en-money'
import { enOwn } from '@talad/web/i18n/en-own'
import { enPrivacy } from '@talad/web/i18n/en-privacy'
import { enSecurity } from '@talad/web/i18n/en-security'
import { enVirtual } from '@talad/web/i18n/en-virtual'
import { enWallets } from '@talad/web/i18n/en-wallets'
import { enWays } from '@talad/web/i18n/en-ways'
import { th } from '@talad/web/i18n/th'
import { thCampaign } from '@talad/web/i18n/th-campaign'
import { thCrypto } from '@talad/web/i18n/th-crypto'
import { thFacts } from '@talad/web/i18n/th-facts'
import { thFees } from '@talad/web/i18n/th-fees'
import { thLate } from '@talad/web/i18n/th-late'
import { thMedia } from '@talad/web/i18n/th-media'
import { thModeration } from '@talad/web/i18n/th-moderation'
import { thMoney } from '@talad/web/i18n/th-money'
import { thOwn } from '@talad/web/i18n/th-own'
import { thPrivacy } from '@talad/web/i18n/th-privacy'
import { thSecurity } from '@talad/web/i18n/th-security'
import { thVirtual } from '@talad/web/i18n/th-virtual'
import { thWallets } from '@talad/web/i18n/th-wallets'
import { thWays } from '@talad/web/i18n/th-ways'

export type Language = 'th' | 'en'
const catalogues = {
  th: {
    ...th,
    ...thLate,
    ...thOwn,
    ...thMoney,
    ...thModeration,
    ...thCrypto,
    ...thSecurity,
    ...thWallets,
    ...thWays,
    ...thPrivacy,
    ...thFees,
    ...thFacts,
    ...thMedia,
    ...thVirtual,
    ...thCampaign,
  },
  en: {
    ...en,
    ...enLate,
    ...enOwn,
    ...enMoney,
    ...enModeration,
    ...enCrypto,
    ...enSecurity,
    ...enWallets,
    ...enWays,
    ...enPrivacy,
    ...enFees,
    ...enFacts,
    ...enMedia,
    ...enVirtual,
    ...enCampaign,
  },
}
/** A key of the web app's catalogues. */
export type WordKey = keyof (typeof catalogues)['th']

/** The web app's own texts in one language: what a test looks for is what the catalogue says, not a copy of it. */
export type Words = TextsOf<WordKey> & { language: Language }

export type TextsOf<Key extends string> = {
  /** a text without values */
  of(key: Key): string
  /** a text with values, whatever they are */
  like(key: Key): RegExp
  /** a text with values or without */
  any(key: Key): string | RegExp
}

/** Text as a part of a regular expression that means just this text. */
export const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const VALUE = /\{\{\w+(?:\|[^}]*)?\}\}/

function textsOf<Key extends string>(texts: Readonly<Record<Key, string>>): TextsOf<Key> {
  const of = (key: Key) => texts[key]
  const like = (key: Key) => new RegExp(`^${texts[key].split(VALUE).map(literally).join('.*')}$`)
  return { of, like, any: (key) => (VALUE.test(texts[key]) ? like(key) : of(key)) }
}

export const wordsIn = (language: Language): Words => ({
  language,
  ...textsOf<WordKey>(catalogues[language]),
})

/** The texts of the admins' app, in Thai. */
export const adminWords = textsOf(thAdmin)
/** The same in English. */
export const adminEnglish = textsOf<keyof typeof thAdmin>(enAdmin)
