import type { thFacts } from './th-facts.ts'

/** The same as `th-facts.ts` in English. */
export const enFacts: Readonly<Record<keyof typeof thFacts, string>> = {
  'asset.contractHint': 'The program on the blockchain that records who owns which piece.',
  'error.copy': 'Copy',
  'asset.copyContract': 'Copy the contract’s address',
  'asset.copyToken': 'Copy the token id',
  'asset.editionHint': 'There are several identical pieces of each number.',
  'asset.rarity': 'Rarity score',
  'asset.rarityHint': 'The higher, the rarer: made of how many pieces of the collection share each trait.',
  'asset.singleHint': 'There is one piece of each number in the world.',
  'asset.standard': 'Standard',
  'error.account': 'Account',
  'error.forSupport': 'For support',
  'error.kyc': 'KYC level',
  'error.message': 'Message',
  'error.path': 'Page',
  'error.site': 'Site',
  'error.support': 'Contact support',
  'error.wallets': 'Wallets',
  'asset.chain': 'Chain',
  'asset.contract': 'Contract',
  'asset.tokenId': 'Token',
}
