import { create, toBinary } from '@bufbuild/protobuf'
import { POISON } from '@talad/calls/messages'
import { AccountChangedSchema } from '@talad/proto/identity/v1/events'
import { PostSchema } from '@talad/proto/ledger/v1/commands'
import { CapturedSchema } from '@talad/proto/ledger/v1/events'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { newId } from '@talad/shared/ids'
import type { Scenario } from './harness.ts'

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
 * Messages that can't be read, which are parked, and some about a purchase that there is not, which are refused: what
 * the ledger should have done by the shop, what the shop asks for by the ledger.
 */
export const poison: Scenario = async ({ system }) => {
  const nobodys = { flow: 'shipping', id: newId(new Date()), customerId: 'join-nobody', amount: 1n }
  const postings = [
    { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value: 1n },
    { account: nobodys.customerId, unit: 'pt_thb', type: 'in', value: 1n },
  ]
  const paid = toBinary(CapturedSchema, create(CapturedSchema, nobodys))
  const refund = toBinary(
    PostSchema,
    create(PostSchema, { flow: 'refund', id: nobodys.id, customerId: nobodys.customerId, postings }),
  )
  await system.bus.publish([
    message('ledger.command.v1', PostSchema.typeName, refund),
    message('order-book.order.v1', OrderChangedSchema.typeName, NOT_PROTOBUF),
    message('identity.account.v1', AccountChangedSchema.typeName, NOT_PROTOBUF),
    message('ledger.transfer.v1', CapturedSchema.typeName, paid),
  ])
}
