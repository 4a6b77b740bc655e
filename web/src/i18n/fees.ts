import { makeTexts } from '@talad/ui/i18n/texts'
import { enFees } from './en-fees.ts'
import { fill, type TextKey } from './index.ts'
import { thFees } from './th-fees.ts'

export type FeesKey = keyof typeof thFees | TextKey

/** The texts of fees and declarations, which come with their pages, and those of the app. */
export const { useText: useFeesText } = makeTexts<keyof typeof thFees, TextKey>(
  { th: thFees, en: enFees },
  fill,
)
