import { makeTexts } from '@talad/ui/i18n/texts'
import { enLate } from './en-late.ts'
import { fill, type TextKey } from './index.ts'
import { thLate } from './th-late.ts'

/** A key of the texts of what opens from the first pages, or of those pages. */
export type LateKey = keyof typeof thLate | TextKey

/**
 * The texts of the windows, purchases and records that open from the first pages, besides the texts of those. They come
 * with the parts that show them, in both languages, and not with the first page.
 */
export const { text: lateText, useText: useLateText } = makeTexts<keyof typeof thLate, TextKey>(
  { th: thLate, en: enLate },
  fill,
)
