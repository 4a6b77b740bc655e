import type { thCreator } from './th-creator.ts'

/** The English texts of who made a collection. */
export const enCreator: Readonly<Record<keyof typeof thCreator, string>> = {
  'creator.checked': 'What we have checked',
  'creator.contract_owner': 'Owns the contract on the blockchain',
  'creator.holds': '{{site}} holds no items: each of them is always in the wallet of its owner.',
  'creator.identity': 'Identity of the creator',
  'creator.mail': 'Write to us',
  'creator.mailBody': 'Contract address: {{contract}}\n\nProof that you made it:\n',
  'creator.mailSubject': 'Verify the creator of {{contract}}',
  'creator.needed': 'Creator to be verified',
  'creator.neededText': 'This can’t be traded until its creator has been verified by us.',
  'creator.reply': 'We reply within 72 hours.',
  'creator.rights': 'Rights to the work',
  'creator.send': 'If you made it, send the contract address and a proof of ownership to {{email}}.',
  'creator.since': 'Verified on {{date}}',
  'creator.social': 'Social accounts',
  'creator.verified': 'Verified creator',
  'creator.website': 'Website',
}
