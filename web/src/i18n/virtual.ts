import { makeTexts } from '@talad/ui/i18n/texts'
import { enVirtual } from './en-virtual.ts'
import { fill, type TextKey } from './index.ts'
import { thVirtual } from './th-virtual.ts'

export type VirtualKey = keyof typeof thVirtual

/** The texts of projects, their virtual collections and items, and of what people have of them. */
export const { useText: useVirtualText } = makeTexts<VirtualKey, TextKey>(
  { th: thVirtual, en: enVirtual },
  fill,
)
