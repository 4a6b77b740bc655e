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
import { isPassingFault } from '@talad/shared/db'
import { park, parkBehind, parkedPlaces, placeOf, retryDeadLetters } from '@talad/shared/dead-letters'
import { LOG_CHANNEL } from '@talad/shared/handle'
import type { Loop } from '@talad/shared/loop'
import { MAX_TRIES, startRetryLoop } from '@talad/shared/retry-loop'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Command, PayShipping } from '../transfer/commands.ts'
import type { Asked } from '../transfer/decide-batch.ts'
import { post } from '../transfer/post.ts'

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

export type CommandDeps = Pick<Deps, 'db' | 'posting' | 'bus' | 'wake' | 'now' | 'log'>

type PostDeps = Pick<CommandDeps, 'db' | 'posting' | 'now'> & { wake: Pick<CommandDeps['wake'], 'notify'> }

async function postAll(deps: PostDeps, messages: readonly InMessage[]): Promise<void> {
  const batch = messages.map(askedBy).filter((one) => one !== undefined)
  if (batch.length === 0) return
  await post(deps.posting, batch, deps.now())
  deps.wake.notify(LOG_CHANNEL)
}

/** One command alone; one that fails is put aside, to be tried again, and holds back its buyer's others. */
async function postOrPark(deps: CommandDeps, message: InMessage, retries: Loop): Promise<void> {
  if (await parkBehind(deps.db, GROUP, message)) return
  try {
    await postAll(deps, [message])
  } catch (error) {
    if (isPassingFault(error)) throw error
    deps.log.error({ message: message.id, type: message.type, err: error }, 'command failed, put aside')
    await park(deps.db, GROUP, message, String(error), MAX_TRIES)
    retries.wake()
  }
}

/** The whole batch at once, but for the keys that wait; where one command spoils it, each on its own. */
async function postBatch(deps: CommandDeps, batch: readonly InMessage[], retries: Loop): Promise<void> {
  const parked = await parkedPlaces(deps.db, GROUP, batch)
  const isFree = (message: InMessage) => !parked.has(placeOf(message))
  const free = batch.filter(isFree)
  for (const message of batch) if (!isFree(message)) await postOrPark(deps, message, retries)
  try {
    await postAll(deps, free)
  } catch (error) {
    if (isPassingFault(error)) throw error
    for (const message of free) await postOrPark(deps, message, retries)
  }
}

/** Posts the commands that were put aside (the operator's retry), each buyer's in order. */
export function retryCommands(deps: PostDeps): Promise<{ resolved: number; waiting: number }> {
  return retryDeadLetters(deps.db, GROUP, (message) => postAll(deps, [message]))
}

/**
 * Posts the commands that wait, a whole batch in one transaction. The command's own key makes a message that comes
 * twice a no-op (LG-7), so no inbox is needed.
 */
export async function subscribeCommands(deps: CommandDeps): Promise<Subscription> {
  const onError = (error: unknown) => deps.log.error({ err: error }, 'command consumer fault')
  const retries = startRetryLoop({
    ...deps,
    groups: [GROUP],
    handleOne: (_group, message) => postAll(deps, [message]),
    onError,
  })
  const subscription = await deps.bus.subscribe({
    group: GROUP,
    topics: [COMMAND_TOPIC],
    maxBatch: MAX_BATCH,
    onError,
    handle: (batch) => postBatch(deps, batch, retries),
  })
  return {
    async close() {
      await Promise.all([retries.close(), subscription.close()])
    },
  }
}
