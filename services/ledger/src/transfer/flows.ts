import { Rejection } from '@talad/shared/rejection'
import type { Posting, Unit } from './commands.ts'

/** LG-1: whose account it is. Each but the customers' is one account of the platform, `platform:<kind>`. */
export type AccountKind =
  | 'customer'
  | 'provider_clearing'
  | 'escrow'
  | 'conversion'
  | 'service_fee'
  | 'vat'
  | 'withdrawal_clearing'
  | 'holding'
export type PlatformKind = Exclude<AccountKind, 'customer'>

const PLATFORM = 'platform:'

/** The account of the platform of this kind. */
export function platformAccount(kind: PlatformKind): string {
  return PLATFORM + kind
}

/** LG-1: customers have balances; platform accounts are only the sums of their flows, so they are never a hot row. */
export function isCustomer(account: string): boolean {
  return account.startsWith('join-')
}

export function kindOf(account: string): string {
  if (isCustomer(account)) return 'customer'
  return account.startsWith(PLATFORM) ? account.slice(PLATFORM.length) : ''
}

export type FlowEvent = 'shipping' | 'topup' | 'refund' | 'withdrawal'

/** What may be posted by a flow: out of or into which kind of account, in which unit. */
type Side = `${AccountKind} ${Posting['type']} ${Unit}`

/** Money that is put aside, and then taken or given back; LG-4: `lock` with its sign. */
export type HoldFlow = {
  command: 'hold'
  event: FlowEvent
  unit: Unit
  /** where what is captured goes; undefined: it is only ever given back */
  captureTo: PlatformKind | undefined
  /** whether a capture takes what is not held from what is free, also when nothing is held */
  fromFree: boolean
  /** whether what comes in later is held too, until the whole amount is */
  fills: boolean
}

/** Where a hold stands. From `captured` on its money lies where the flow has put it, until another flow moves it on. */
export type HoldState = 'open' | 'released' | 'captured' | 'settled' | 'refunded' | 'reversed'

/** Money that moves at once. */
export type PostFlow = {
  command: 'post'
  event: FlowEvent
  sides: readonly Side[]
  /** LG-6: the service fee in it contains VAT, which is posted apart */
  vat: boolean
  /** the hold of the same id that it ends first, if it is open */
  frees?: 'seller_lock'
  /** the hold whose whole amount it moves on, once; undefined: it stands for itself */
  ends: { flow: HoldFlowName; from: HoldState; to: HoldState } | undefined
}

const holdFlows = {
  // SP-13: what there is may be put aside first; without a hold the whole price is captured at once
  // LG-3: only bought points pay; earned baht are never converted by themselves
  shipping: {
    command: 'hold',
    event: 'shipping',
    unit: 'pt_thb',
    captureTo: 'escrow',
    fromFree: true,
    fills: false,
  },
  // BW-12: held at the request, captured when it was paid out, released when it was rejected
  withdrawal: {
    command: 'hold',
    event: 'withdrawal',
    unit: 'ft_thb',
    captureTo: 'withdrawal_clearing',
    fromFree: false,
    fills: false,
  },
  // SP-26: held while the card is refunded
  card_refund: {
    command: 'hold',
    event: 'refund',
    unit: 'pt_thb',
    captureTo: 'provider_clearing',
    fromFree: false,
    fills: false,
  },
  // LG-18: what a seller was paid for a delivery that the chain took back, until a person has decided; nobody is debited
  seller_lock: {
    command: 'hold',
    event: 'refund',
    unit: 'ft_thb',
    captureTo: undefined,
    fromFree: false,
    fills: true,
  },
} as const satisfies Record<string, HoldFlow>
type HoldFlowName = keyof typeof holdFlows

/**
 * LG-5: every way in which money moves. A new kind of movement is a row of this table, and a sender that names it.
 * Corrections are rows too (LG-8): a reversal posts the opposite of what it reverses, once.
 */
export const flows: Readonly<Record<string, HoldFlow | PostFlow>> = {
  ...holdFlows,
  topup: {
    command: 'post',
    event: 'topup',
    vat: false,
    ends: undefined,
    sides: [
      ...(['provider_clearing out pt_thb', 'customer in pt_thb'] as const),
      ...(['provider_clearing out ft_thb', 'customer in ft_thb'] as const),
    ],
  },
  // SP-27: points become baht at 1:1, for the seller, the payees and the fees
  settlement: {
    command: 'post',
    event: 'shipping',
    vat: true,
    ends: { flow: 'shipping', from: 'captured', to: 'settled' },
    sides: [
      ...(['escrow out pt_thb', 'conversion in pt_thb', 'conversion out ft_thb'] as const),
      ...(['customer in ft_thb', 'service_fee in ft_thb', 'holding in ft_thb'] as const),
    ],
  },
  // SP-25
  refund: {
    command: 'post',
    event: 'refund',
    vat: false,
    ends: { flow: 'shipping', from: 'captured', to: 'refunded' },
    sides: ['escrow out pt_thb', 'customer in pt_thb'],
  },
  settlement_reversal: {
    command: 'post',
    event: 'refund',
    vat: true,
    frees: 'seller_lock',
    ends: { flow: 'shipping', from: 'settled', to: 'reversed' },
    sides: [
      ...(['customer out ft_thb', 'service_fee out ft_thb', 'holding out ft_thb'] as const),
      ...(['conversion in ft_thb', 'conversion out pt_thb', 'customer in pt_thb'] as const),
    ],
  },
  // BW-11: what was paid out has left through the provider, the rest is our fee
  withdrawal_settlement: {
    command: 'post',
    event: 'withdrawal',
    vat: true,
    ends: { flow: 'withdrawal', from: 'captured', to: 'settled' },
    sides: ['withdrawal_clearing out ft_thb', 'provider_clearing in ft_thb', 'service_fee in ft_thb'],
  },
  // the bank has sent back what was paid out: the opposite of its settlement, the fee too
  withdrawal_reversal: {
    command: 'post',
    event: 'withdrawal',
    vat: true,
    ends: { flow: 'withdrawal', from: 'settled', to: 'reversed' },
    sides: ['provider_clearing out ft_thb', 'service_fee out ft_thb', 'customer in ft_thb'],
  },
  card_refund_reversal: {
    command: 'post',
    event: 'refund',
    vat: false,
    ends: { flow: 'card_refund', from: 'captured', to: 'reversed' },
    sides: ['provider_clearing out pt_thb', 'customer in pt_thb'],
  },
}

/** The flows whose holds take what comes in later (LG-18), by their unit. */
export const fillingFlows: readonly [name: string, row: HoldFlow][] = Object.entries(flows).flatMap(
  ([name, row]) => (row.command === 'hold' && row.fills ? [[name, row]] : []),
)

/** The flow of a hold, by its name. @throws Rejection UNKNOWN_FLOW */
export function holdFlow(name: string): HoldFlow {
  const row = findFlow(name)
  if (row?.command !== 'hold') throw new Rejection('UNKNOWN_FLOW')
  return row
}

/** The flow of a posting, by its name. @throws Rejection UNKNOWN_FLOW */
export function postFlow(name: string): PostFlow {
  const row = findFlow(name)
  if (row?.command !== 'post') throw new Rejection('UNKNOWN_FLOW')
  return row
}

export function findFlow(name: string): HoldFlow | PostFlow | undefined {
  return Object.hasOwn(flows, name) ? flows[name] : undefined
}
