import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import {
  type PayShipping as PayShippingMessage,
  PayShippingSchema,
  PostTopupSchema,
  RefundShippingSchema,
  ReleaseShippingFundsSchema,
  SettleShippingSchema,
} from '@talad/proto/ledger/v1/commands'
import type { InMessage, Subscription } from '@talad/shared/bus/port'
import { type Db, inTx, isConnectionFault } from '@talad/shared/db'
import { park, parkBehind } from '@talad/shared/dead-letters'
import { LOG_CHANNEL, retryConflicts } from '@talad/shared/handle'
import type { Platform } from '@talad/shared/runtime'
import { z } from 'zod'
import type { Command, PayShipping } from '../transfer/commands.ts'
import { type Asked, post } from '../transfer/post.ts'

export const COMMAND_TOPIC = 'ledger.command.v1'
const GROUP = 'ledger.command'
/** enough to fill the statements, few enough that one batch stays in the milliseconds */
const MAX_BATCH = 256

function payOf(message: PayShippingMessage): PayShipping {
  const { shippingId, buyerCustomerId, gross, attempt, lockPartial } = message
  return { shippingId, buyerCustomerId, gross, attempt, lockPartial }
}

function read<D extends DescMessage>(schema: D, map: (message: MessageShape<D>) => Command) {
  return [schema.typeName, (payload: Uint8Array) => map(fromBinary(schema, payload))] as const
}

const partType = z.enum(['net', 'royalty', 'service'])

/** What each message of the command topic asks for (proto/ledger/v1/commands.proto). */
const readers = new Map<string, (payload: Uint8Array) => Command>([
  read(PostTopupSchema, (m) => ({
    type: 'PostTopup',
    topupId: m.topupId,
    customerId: m.customerId,
    unit: 'pt_thb',
    value: m.value,
    provider: m.provider,
    providerReference: m.providerReference,
    pay: m.pay && payOf(m.pay),
  })),
  read(PayShippingSchema, (m) => ({ type: 'PayShipping', ...payOf(m) })),
  read(ReleaseShippingFundsSchema, ({ shippingId, buyerCustomerId }) => ({
    type: 'ReleaseShippingFunds',
    shippingId,
    buyerCustomerId,
  })),
  read(RefundShippingSchema, ({ shippingId, buyerCustomerId, gross }) => ({
    type: 'RefundShipping',
    shippingId,
    buyerCustomerId,
    gross,
  })),
  read(SettleShippingSchema, ({ shippingId, buyerCustomerId, sellerCustomerId, gross, parts }) => ({
    type: 'SettleShipping',
    shippingId,
    buyerCustomerId,
    sellerCustomerId,
    gross,
    parts: parts.map(({ customerId, type, value }) => ({ customerId, type: partType.parse(type), value })),
  })),
])

function askedBy(message: InMessage): Asked | undefined {
  const command = readers.get(message.type)?.(message.payload)
  const correlationId = message.headers.ce_correlationid ?? message.id
  const { ce_actor: actor, traceparent } = message.headers
  return command && { command, correlationId, actor, traceparent }
}

export type CommandDeps = Pick<Platform, 'db' | 'bus' | 'wake' | 'now' | 'log'>

async function postAll(deps: CommandDeps, messages: readonly InMessage[]): Promise<void> {
  const batch = messages.map(askedBy).filter((one) => one !== undefined)
  if (batch.length === 0) return
  await retryConflicts(() => inTx(deps.db, (tx) => post(tx, batch, deps.now())))
  deps.wake.notify(LOG_CHANNEL)
}

/** A batch with a poisoned message in it: each on its own, the poisoned one and its key's followers put aside. */
async function postEach(deps: CommandDeps, messages: readonly InMessage[]): Promise<void> {
  for (const message of messages) {
    if (await parkBehind(deps.db, GROUP, message)) continue
    try {
      await postAll(deps, [message])
    } catch (error) {
      if (isConnectionFault(error)) throw error
      deps.log.error({ message: message.id, type: message.type, err: error }, 'command parked')
      await park(deps.db, GROUP, message, String(error), 1)
    }
  }
}

async function hasParked(db: Db): Promise<boolean> {
  const found = await db.query(
    'select 1 from kit.dead_letter where consumer_group = $1 and resolved_at is null limit 1',
    [GROUP],
  )
  return found.rows.length > 0
}

/**
 * Posts the commands that wait, a whole batch in one transaction. The command's own key makes a message that comes
 * twice a no-op (LG-7), so no inbox is needed.
 */
export function subscribeCommands(deps: CommandDeps): Promise<Subscription> {
  return deps.bus.subscribe({
    group: GROUP,
    topics: [COMMAND_TOPIC],
    maxBatch: MAX_BATCH,
    onError: (error) => deps.log.error({ err: error }, 'command consumer fault'),
    handle: async (batch) => {
      if (await hasParked(deps.db)) return postEach(deps, batch)
      try {
        await postAll(deps, batch)
      } catch (error) {
        if (isConnectionFault(error)) throw error
        await postEach(deps, batch)
      }
    },
  })
}
