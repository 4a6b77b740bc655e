import type { thWallets } from './th-wallets.ts'

/** The English texts of the wallets that are linked to an account. */
export const enWallets: Readonly<Record<keyof typeof thWallets, string>> = {
  'wallets.about':
    'With a linked wallet you can sign in, and trade in crypto as this account. You can link up to {{most}}.',
  'wallets.byJoin': 'Your Join wallet always belongs to this account',
  'wallets.choose':
    'Choose the wallet to link. It asks you to sign one message that shows it is yours. This costs nothing.',
  'wallets.confirm': 'Please confirm your identity to link this wallet',
  'wallets.confirmJoin': 'Confirm with Join',
  'wallets.confirmText':
    'You signed in more than 15 minutes ago. To be safe, please confirm once more; you come back here afterwards.',
  'wallets.confirmWallet': 'Confirm with a linked wallet',
  'wallets.elsewhere': 'Your Join wallet {{address}} is in another account.',
  'wallets.elsewhereMerge': 'Bring the two accounts together',
  'wallets.full': 'You have linked {{most}} wallets. Unlink one that you don’t use first.',
  'wallets.getOne':
    'Install a wallet such as MetaMask in this browser, or open this page inside the browser of a wallet app, and try again.',
  'wallets.inBrowser': 'Browser wallet',
  'wallets.link': 'Link a wallet',
  'wallets.linkTitle': 'Link a browser wallet',
  'wallets.linked': 'Wallet linked',
  'wallets.none': 'No wallet is linked yet',
  'wallets.onlyOne': 'Your only way to sign in',
  'wallets.since': 'Linked {{day}}',
  'wallets.title': 'Wallets of this account',
  'wallets.unlink': 'Unlink',
  'wallets.unlinkNow': 'Unlink the wallet',
  'wallets.unlinkOf': 'Unlink wallet {{address}}',
  'wallets.unlinkText':
    'Orders of this wallet are paused until it is linked again. Items and tokens stay in the wallet as they are. Other devices that signed in with a wallet are signed out, and for 24 hours this wallet can’t be linked to another account.',
  'wallets.unlinkTitle': 'Unlink wallet {{address}}?',
  'wallets.unlinked': 'Wallet unlinked',
}
