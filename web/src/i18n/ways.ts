import { makeTexts } from '@talad/ui/i18n/texts'
import { enWays } from './en-ways.ts'
import { thWays } from './th-ways.ts'

/** The texts of ways in and of merging accounts: they come with the screens that show them, in both languages. */
export const { useText: useWaysText } = makeTexts<keyof typeof thWays>({ th: thWays, en: enWays })
