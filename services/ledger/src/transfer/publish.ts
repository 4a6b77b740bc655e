import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  BalanceChangedSchema,
  CommandRefusedSchema,
  LogSealedSchema,
  ShippingFundsLockedSchema,
  ShippingFundsReleasedSchema,
  ShippingPaidSchema,
  ShippingRefundedSchema,
  ShippingSettledSchema,
  TopupPostedSchema,
} from '@talad/proto/ledger/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import type { LedgerEvent } from './events.ts'
import { outcomesOf } from './stored.ts'

export const TOPIC = 'ledger.transfer.v1'
export const SEAL_TOPIC = 'ledger.seal.v1'

function outcome({ type, data }: LedgerEvent): Outgoing {
  const at = timestampFromDate(data.at)
  switch (type) {
    case 'TopupPosted':
      return outgoing(TOPIC, data.customerId, TopupPostedSchema, {
        topupId: data.topupId,
        customerId: data.customerId,
        value: data.value,
        shippingId: data.forShippingId ?? '',
        payRefused: data.payRefused?.toLowerCase() ?? '',
        at,
      })
    case 'ShippingPaid':
      return outgoing(TOPIC, data.buyerCustomerId, ShippingPaidSchema, { ...data, at })
    case 'ShippingFundsLocked':
      return outgoing(TOPIC, data.buyerCustomerId, ShippingFundsLockedSchema, { ...data, at })
    case 'ShippingFundsReleased':
      return outgoing(TOPIC, data.buyerCustomerId, ShippingFundsReleasedSchema, { ...data, at })
    case 'ShippingRefunded':
      return outgoing(TOPIC, data.buyerCustomerId, ShippingRefundedSchema, { ...data, at })
    case 'ShippingSettled':
      return outgoing(TOPIC, data.buyerCustomerId, ShippingSettledSchema, { ...data, at })
    case 'CommandRefused':
      return outgoing(TOPIC, data.customerId, CommandRefusedSchema, {
        key: data.key,
        shippingId: data.shippingId ?? '',
        topupId: data.topupId ?? '',
        code: data.code.toLowerCase(),
        at,
      })
    case 'LogSealed':
      return outgoing(SEAL_TOPIC, 'seal', LogSealedSchema, { seq: data.seq, hash: data.hash, at })
  }
}

/** What others may know of a stored event: each outcome, followed by the balances that it changed. */
export function publish(row: Row): Outgoing[] {
  return outcomesOf(row).flatMap(({ event, balances, context }) => {
    const at = timestampFromDate(event.data.at)
    const changed = balances.map(({ customerId, unit, balance, locked }) =>
      outgoing(TOPIC, customerId, BalanceChangedSchema, {
        customerId,
        unit,
        balance,
        balanceLocked: locked,
        at,
      }),
    )
    return [outcome(event), ...changed].map((message) => ({ ...message, context }))
  })
}
