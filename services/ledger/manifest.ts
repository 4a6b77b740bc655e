import { ledgerHttp } from '@talad/proto/http/ledger'
import { defineManifest } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const manifest = defineManifest({
  name: 'ledger',
  says: 'money: double entry, balances, escrow, sealed into a hash chain',
  contract: ledgerHttp,
  rejections,
  publishes: ['ledger.transfer.v1', 'ledger.seal.v1'],
  hears: ['ledger.command.v1'],
  development: () => ({}),
  invariants: [],
  underWay: [
    `select format('escrow of %s is %s, %s locked', shipping_id, state, locked) as what
     from escrow where state = 'paid' or locked > 0`,
  ],
})
