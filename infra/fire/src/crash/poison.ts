import { create, toBinary } from '@bufbuild/protobuf'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { RefundShippingSchema } from '@talad/proto/ledger/v1/commands'
import { ShippingPaidSchema } from '@talad/proto/ledger/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { newId } from '@talad/shared/ids'
import { POISON } from './at-rest.ts'
import type { Scenario } from './stage.ts'

const NOT_PROTOBUF = Uint8Array.from([0xff, 0xff, 0xff])

function message(topic: string, type: string, payload: Uint8Array): OutMessage {
  const time = new Date()
  const id = `${POISON}${newId(time)}`
  const headers = {
    ce_specversion: '1.0',
    ce_id: id,
    ce_source: 'poison',
    ce_type: type,
    ce_time: time.toISOString(),
  }
  return { id, topic, key: id, type, payload, time, headers: { ...headers, ce_correlationid: id } }
}

/**
 * Messages that can't be read, which are put aside, and some about a purchase that there is not, which are refused: what
 * the ledger should have done by the shop, what the shop asks for by the ledger.
 */
export const poison: Scenario = async ({ world }) => {
  const nobodys = { shippingId: newId(new Date()), buyerCustomerId: 'nobody', gross: 1n }
  const paid = toBinary(ShippingPaidSchema, create(ShippingPaidSchema, nobodys))
  const refund = toBinary(RefundShippingSchema, create(RefundShippingSchema, nobodys))
  await world.bus.publish([
    message('ledger.command.v1', RefundShippingSchema.typeName, refund),
    message('order-book.order.v1', OrderChangedSchema.typeName, NOT_PROTOBUF),
    message('identity.account.v1', AccountChangedSchema.typeName, NOT_PROTOBUF),
    message('ledger.transfer.v1', ShippingPaidSchema.typeName, paid),
  ])
}
