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
    `select format('the hold of %s is %s, %s held', id, state, held) as what
     from hold where held > 0 or (flow = 'shipping' and state = 'captured')`,
  ],
})
