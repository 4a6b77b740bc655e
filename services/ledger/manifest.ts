import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { rejections } from '@talad/proto/http/ledger/rejections'
import { ledgerReportsHttp } from '@talad/proto/http/ledger/reports'
import { type BalanceChanged, BalanceChangedSchema } from '@talad/proto/ledger/v1/events'
import { defineManifest, isoTimeOf, type LiveUpdate, liveSource } from '@talad/shared/manifest'

function balanceUpdates({ customerId, unit, balance, balanceLocked, at }: BalanceChanged): LiveUpdate[] {
  const data = {
    unit,
    balance: Number(balance), // GW-16: points are JSON integers
    balance_locked: Number(balanceLocked),
    balance_spendable: Number(balance - balanceLocked),
    at: isoTimeOf(at),
  }
  return [{ event: 'balance', audiences: [`customer:${customerId}`], subject: unit, data }]
}

export const manifest = defineManifest({
  name: 'ledger',
  description: 'money: double entry, balances, escrow, sealed into a hash chain',
  contract: { ...ledgerHttp, ...ledgerBooksHttp, ...ledgerReportsHttp },
  rejections,
  publishes: ['ledger.transfer.v1', 'ledger.seal.v1', 'ledger.books.v1'],
  consumes: ['ledger.command.v1', 'shipping-payment.shipping.v1'],
  live: [liveSource('ledger.transfer.v1', BalanceChangedSchema, balanceUpdates)],
  development: () => ({}),
  invariants: [
    {
      description: 'a purchase that is completed was settled (LG-15)',
      sql: `select s.id from shipping_replica s where s.status = 'completed' and s.gross > 0 and not exists (
              select 1 from hold h where h.flow = 'shipping' and h.id = s.id and h.state in ('settled', 'reversed'))`,
    },
  ],
  inFlight: [
    `select format('the hold of %s is %s, %s held', id, state, held) as what
     from hold where (held > 0 and flow <> 'seller_lock') or (flow = 'shipping' and state = 'captured')`,
  ],
})
