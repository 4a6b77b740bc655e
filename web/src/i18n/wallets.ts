import { makeTexts } from '@talad/ui/i18n/texts'
import { enWallets } from './en-wallets.ts'
import { thWallets } from './th-wallets.ts'

/** The texts of linked wallets: they come with the screens that show them, in both languages. */
export const { useText: useWalletsText } = makeTexts<keyof typeof thWallets>({ th: thWallets, en: enWallets })
