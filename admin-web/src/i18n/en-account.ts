import type { thAccount } from './th-account.ts'

/** The support desk, in English. */
export const enAccount = {
  'account.byId': 'Account or customer id',
  'account.byPhone': 'Phone number',
  'account.byWallet': 'Wallet',
  'account.created': 'Opened',
  'account.merge': 'Merge accounts',
  'account.mergeText':
    'Two accounts of one person become one. The customer’s, else the older one stays, and both are signed out everywhere.',
  'account.mergedTo': 'Merged into',
  'account.merges': 'Merged accounts',
  'account.movedFrom': 'moved from {{from}} on {{day}}',
  'account.one': 'Account',
  'account.other': 'Id of the other account',
  'account.sessions': 'Signed-in devices',
  'account.split': 'Split accounts',
  'account.splitText':
    'The ways in that the merge brought go back to their account. Favourites and notifications stay.',
  'account.unlink': 'Take way in off',
  'account.unlinkText': 'Nobody signs in by it any more, and every device is signed out.',
  'account.ways': 'Ways in',
  'accounts.about': 'Find by an id, a phone number or a wallet. Every look is written down.',
  'accounts.title': 'User accounts',
} as const satisfies Record<keyof typeof thAccount, string>
