import { makeTexts } from '@talad/ui/i18n/texts'
import { enPrivacy } from './en-privacy.ts'
import { fill, type TextKey } from './index.ts'
import { thPrivacy } from './th-privacy.ts'

export type PrivacyKey = keyof typeof thPrivacy

/** The texts of personal data: they come with the screens that show them, in both languages. */
export const { text: privacyText, useText: usePrivacyText } = makeTexts<PrivacyKey, TextKey>(
  { th: thPrivacy, en: enPrivacy },
  fill,
)
