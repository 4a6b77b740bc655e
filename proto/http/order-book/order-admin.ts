import { z } from 'zod'
import {
  addressInput,
  COUNTED,
  customerId,
  decimalString,
  hash,
  isoTime,
  page,
  pageQuery,
  queryFlag,
} from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { decisionNote } from '../moderation/fees.ts'
import { inactiveReason, order } from './order.ts'
import { listingErrors, putBody } from './put-order.ts'

const service = 'order-book'
const auth = { kind: 'admin', permission: 'order.read' } as const

export const orderStates = ['offchain', 'validated', 'filled', 'inactive', 'completed', 'cancelled'] as const
export const orderTypes = ['list', 'offer', 'deal'] as const

/** An order as everybody sees it, without what its maker signed and what a viewer could do. */
const shown = order.omit({ order: true, actions: true }).extend({
  customer_id: customerId.describe('who put it'),
  counterparty: customerId.nullable().describe('of a deal: who alone may buy it (OB-7)'),
  wholly_reserved: z.boolean().describe('purchases that are under way hold back all that is left of it'),
})
export type AdminOrder = z.infer<typeof shown>

export const invalidReasons = [
  ...(['completed', 'cancelled', 'expired', 'not_started', 'reserved', 'offers_disabled'] as const),
  ...inactiveReason.options,
] as const

/** OB-3, OB-4, OB-40 */
const validity = z.object({
  valid: z.boolean().describe('a stranger who may trade could fill it now'),
  reasons: z
    .array(z.enum(invalidReasons))
    .describe(
      'every reason why not: the end of it, the time, what purchases reserve, offers that are switched off, and why it is inactive',
    ),
  checked_next: isoTime.nullable().describe('when it is compared with the chain next (OB-4); null: never'),
})

const historyEntry = z.object({
  at: isoTime.describe('when it happened'),
  type: z
    .enum([
      'put',
      'validated',
      'filled',
      'cancelled_on_chain',
      'counter_raised',
      'departed',
      'taken_back',
      'cancelled',
      'cancel_requested',
      'confirmed',
      'inactivated',
      'activated',
    ])
    .describe('what happened; taken_back: the chain was reorganised, and what it had said counts no more'),
  by: z.string().nullable().describe('customer who did it; null: the chain, or a look at it'),
  tx: hash.nullable().describe('transaction in which the chain said so'),
  block: decimalString.nullable().describe('number of its block'),
  units: decimalString.nullable().describe('units that a fill moved'),
  reasons: z.array(inactiveReason).describe('why it is inactive from then on'),
})
export type OrderHistoryEntry = z.infer<typeof historyEntry>

export const orderAdminHttp = {
  putDeal: endpoint({
    name: 'putDeal',
    service,
    method: 'POST',
    path: `${base.admin}/order/deal`,
    auth: { kind: 'admin', permission: 'order.write' },
    slow: true,
    idempotent: true,
    summary:
      'Puts a listing in baht that one named customer alone may buy (OB-7). Its maker has signed it; the checks are those of POST /order, with `order.type` deal. Both are told: the buyer in the bell, the maker in their listings',
    body: z.strictObject({
      customer: customerId.describe('who sells: the wallet that signed is theirs'),
      counterparty: customerId.describe('who alone may buy it'),
      deal: putBody.omit({ replaces: true }).describe('the signed order, as in POST /order'),
      note: decisionNote,
    }),
    status: 201,
    response: z.object({ order: shown.describe('the deal') }),
    errors: ['customer_not_found', 'own_order', ...listingErrors],
  }),
  listAdminOrders: endpoint({
    name: 'listAdminOrders',
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/order/list`,
    summary: 'All orders, inactive and expired ones too, the newest first',
    query: z.object({
      state: z.enum(orderStates).optional().describe('only those that stand so (OB-3)'),
      type: z.enum(orderTypes).optional().describe('only of this kind'),
      contract: addressInput.optional().describe('only of this contract'),
      token: decimalString.optional().describe('only of this token'),
      wallet: addressInput.optional().describe('only signed by this wallet'),
      customer: customerId.optional().describe('only of this customer'),
      live: queryFlag.optional().describe('1: only before their display end'),
      sort: z
        .enum(['created', 'price', 'end'])
        .default('created')
        .describe('what to sort by; price: in baht'),
      rising: queryFlag.optional().describe('1: the lowest first'),
      count: queryFlag.optional().describe(COUNTED),
      ...pageQuery,
    }),
    status: 200,
    response: page(shown),
    errors: ['validation'],
  }),
  pickAdminOrder: endpoint({
    name: 'pickAdminOrder',
    service,
    method: 'GET',
    auth,
    path: `${base.admin}/order/pick/:hash`,
    summary:
      'One order: what it is, who is paid, whether it is valid and why not, and all that happened to it',
    params: z.object({ hash: hash.describe('hash of the order') }),
    status: 200,
    response: z.object({
      order: shown.describe('the order as it stands'),
      validity: validity.describe('whether it can be filled (OB-3, OB-4, OB-40)'),
      history: z.array(historyEntry).describe('oldest first'),
    }),
    errors: ['validation', 'order_not_found'],
  }),
}
