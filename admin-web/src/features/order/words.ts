import type { AdminOrder, OrderHistoryEntry } from '@talad/proto/http/order-book/order-admin'
import type { Tone } from '@talad/ui/components/status'
import type { TextKey } from '../../i18n/index.ts'
import type { PickedOrder } from './api.ts'

type State = AdminOrder['status']

export const orderStateTexts = {
  offchain: 'order.offchain',
  validated: 'order.validated',
  filled: 'order.filled',
  inactive: 'order.inactive',
  completed: 'order.completed',
  cancelled: 'order.cancelled',
} as const satisfies Record<State, TextKey>

export const orderTones: Readonly<Record<State, Tone>> = {
  ...({ offchain: 'good', validated: 'good', filled: 'good' } as const),
  ...({ inactive: 'wait', completed: 'calm', cancelled: 'bad' } as const),
}

export const orderTypeTexts = {
  list: 'order.list',
  offer: 'order.offer',
  deal: 'order.deal',
} as const satisfies Record<AdminOrder['type'], TextKey>

type InvalidReason = PickedOrder['validity']['reasons'][number]

/** Why an order can't be filled, and what would change that. */
export const invalidTexts = {
  completed: 'invalid.completed',
  cancelled: 'invalid.cancelled',
  expired: 'invalid.expired',
  not_started: 'invalid.notStarted',
  reserved: 'invalid.reserved',
  offers_disabled: 'invalid.offersDisabled',
  balance: 'invalid.balance',
  approval: 'invalid.approval',
  chain: 'invalid.chain',
  suspended: 'invalid.suspended',
  kyc: 'invalid.kyc',
  fill: 'invalid.fill',
  departed: 'invalid.departed',
  cancelling: 'invalid.cancelling',
  unlinked: 'invalid.unlinked',
} as const satisfies Record<InvalidReason, TextKey>

/** What an offer lacks is money, not the asset. */
export function invalidText(reason: InvalidReason, type: AdminOrder['type']): TextKey {
  if (type === 'offer' && reason === 'balance') return 'invalid.offerBalance'
  if (type === 'offer' && reason === 'approval') return 'invalid.offerApproval'
  return invalidTexts[reason]
}

export const historyTexts = {
  put: 'orderEvent.put',
  validated: 'orderEvent.validated',
  filled: 'orderEvent.filled',
  cancelled_on_chain: 'orderEvent.cancelledOnChain',
  counter_raised: 'orderEvent.counterRaised',
  departed: 'orderEvent.departed',
  taken_back: 'orderEvent.takenBack',
  cancelled: 'orderEvent.cancelled',
  cancel_requested: 'orderEvent.cancelRequested',
  confirmed: 'orderEvent.confirmed',
  inactivated: 'orderEvent.inactivated',
  activated: 'orderEvent.activated',
} as const satisfies Record<OrderHistoryEntry['type'], TextKey>

export const shareTexts = {
  royalty: 'share.royalty',
  service: 'share.service',
  net: 'share.net',
} as const
