import { makeTexts } from '@talad/ui/i18n/texts'
import { enHome } from './en-home.ts'
import { fill, type TextKey } from './index.ts'
import { thHome } from './th-home.ts'

export type HomeKey = keyof typeof thHome | TextKey

/** The texts of the market's own home, which come with it, and those of the app. */
export const { useText: useHomeText } = makeTexts<keyof typeof thHome, TextKey>(
  { th: thHome, en: enHome },
  fill,
)
