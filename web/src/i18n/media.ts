import { makeTexts } from '@talad/ui/i18n/texts'
import { enMedia } from './en-media.ts'
import { fill, type TextKey } from './index.ts'
import { thMedia } from './th-media.ts'

/** The texts of videos and sounds. */
export const { useText: useMediaText } = makeTexts<keyof typeof thMedia, TextKey>(
  { th: thMedia, en: enMedia },
  fill,
)
