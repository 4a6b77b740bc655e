import { makeTexts } from '@talad/ui/i18n/texts'
import { enCreator } from './en-creator.ts'
import { fill, type TextKey } from './index.ts'
import { thCreator } from './th-creator.ts'

/** The texts of who made a collection. */
export const { useText: useCreatorText } = makeTexts<keyof typeof thCreator, TextKey>(
  { th: thCreator, en: enCreator },
  fill,
)
