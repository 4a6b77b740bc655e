import { makeTexts } from '@talad/ui/i18n/texts'
import { enPrivacy } from './en-privacy.ts'
import { fill, type TextKey } from './index.ts'
import { thPrivacy } from './th-privacy.ts'

/** The texts of personal data: they come with the screens that show them, in both languages. */
export const { text: privacyText, useText: usePrivacyText } = makeTexts<keyof typeof thPrivacy, TextKey>(
  { th: thPrivacy, en: enPrivacy },
  fill,
)
