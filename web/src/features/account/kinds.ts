import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import type { Kind } from './search.ts'

/** The two balances of an account (LG-2). */
export type Unit = 'pt_thb' | 'ft_thb'

type Narrowed = { ty?: readonly CreditFlow['flow_type'][]; ev?: readonly CreditFlow['flow_event'][] }

/** LG-5: the flows of a kind. */
export const flowsOf: Readonly<Record<Kind, Narrowed>> = {
  // what is only held moves nothing: it has its own kind, and a place beside the balance
  all: { ty: ['in', 'out'] },
  topup: { ty: ['in'], ev: ['topup'] },
  purchase: { ty: ['out'], ev: ['shipping'] },
  sale: { ty: ['in'], ev: ['shipping'] },
  refund: { ty: ['in', 'out'], ev: ['refund'] },
  withdrawal: { ty: ['in', 'out'], ev: ['withdrawal'] },
  held: { ty: ['lock'] },
}

export const kindsOf: Readonly<Record<Unit, readonly Kind[]>> = {
  pt_thb: ['all', 'topup', 'purchase', 'refund', 'held'],
  ft_thb: ['all', 'sale', 'withdrawal', 'held'],
}
