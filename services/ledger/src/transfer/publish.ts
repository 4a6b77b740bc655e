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
import { z } from 'zod'
import { type LedgerEvent, ledgerEvent } from './events.ts'

export const TOPIC = 'ledger.transfer.v1'
export const SEAL_TOPIC = 'ledger.seal.v1'

const balances = z.object({
  balances: z
    .array(
      z.object({
        customerId: z.string(),
        unit: z.string(),
        balance: z.coerce.bigint(),
        locked: z.coerce.bigint(),
      }),
    )
    .default([]),
})

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

/** What others may know of a stored event: its outcome, and the balances that it changed. */
export function publish(row: Row): Outgoing[] {
  const event = ledgerEvent.parse({ type: row.type, data: row.data })
  const changed = balances.parse(row.data).balances.map((one) =>
    outgoing(TOPIC, one.customerId, BalanceChangedSchema, {
      customerId: one.customerId,
      unit: one.unit,
      balance: one.balance,
      balanceLocked: one.locked,
      at: timestampFromDate(event.data.at),
    }),
  )
  return [outcome(event), ...changed]
}
