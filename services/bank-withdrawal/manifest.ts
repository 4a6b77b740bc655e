import { bankWithdrawalHttp } from '@talad/proto/http/bank-withdrawal'
import { defineManifest } from '@talad/shared/manifest'
import { rejections } from './src/rejections.ts'

export const manifest = defineManifest({
  name: 'bank-withdrawal',
  says: 'bank accounts, withdrawals of earned baht, payouts',
  contract: bankWithdrawalHttp,
  rejections,
  publishes: [],
  hears: [],
  development: () => ({}),
  invariants: [],
})
