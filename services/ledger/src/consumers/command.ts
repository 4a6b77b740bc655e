import { type DescMessage, fromBinary, type MessageShape } from '@bufbuild/protobuf'
import {
  type Capture as CaptureMessage,
  CaptureSchema,
  HoldSchema,
  type Post as PostMessage,
  PostSchema,
  ReleaseSchema,
} from '@talad/proto/ledger/v1/commands'
import type { InMessage } from '@talad/shared/bus/port'
import type { Consumer } from '@talad/shared/consumer'
import { placeOf } from '@talad/shared/context'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Capture, Command } from '../transfer/commands.ts'
import type { Asked } from '../transfer/decide-batch.ts'
import { post } from '../transfer/post.ts'

export const COMMAND_TOPIC = 'ledger.command.v1'
/** enough to fill the statements, few enough that one batch stays in the milliseconds */
const MAX_BATCH = 256

function read<D extends DescMessage>(schema: D, map: (message: MessageShape<D>) => Command) {
  return [schema.typeName, (payload: Uint8Array) => map(fromBinary(schema, payload))] as const
}

const unit = z.enum(['pt_thb', 'ft_thb'])
const type = z.enum(['in', 'out'])

function captureOf({ flow, id, customerId, amount }: CaptureMessage): Capture {
  return { flow, id, customerId, amount }
}

/** A first attempt says nothing of it, so that its body is what it always was (LG-7). */
const againOf = ({ attempt }: { attempt: number }) => (attempt > 1 ? { attempt } : {})

function postingsOf({ postings }: PostMessage) {
  return postings.map((one) => ({
    account: one.account,
    unit: unit.parse(one.unit),
    type: type.parse(one.type),
    value: one.value,
  }))
}

/** What each message of the command topic asks for (proto/ledger/v1/commands.proto). */
const readers = new Map<string, (payload: Uint8Array) => Command>([
  read(PostSchema, (m) => ({
    type: 'Post',
    flow: m.flow,
    id: m.id,
    customerId: m.customerId,
    reference: m.reference,
    postings: postingsOf(m),
    capture: m.capture && captureOf(m.capture),
    ...againOf(m),
  })),
  read(HoldSchema, ({ flow, id, customerId, amount, attempt, upTo, capture }) => ({
    type: 'Hold',
    flow,
    id,
    customerId,
    amount,
    attempt,
    upTo,
    capture,
  })),
  read(CaptureSchema, (m) => ({ type: 'Capture', ...captureOf(m) })),
  read(ReleaseSchema, (m) => ({
    type: 'Release',
    flow: m.flow,
    id: m.id,
    customerId: m.customerId,
    ...againOf(m),
  })),
])

/** @throws Error for a message that is no command of ours: money was to move, so it is not passed over */
export function askedBy(message: InMessage): Asked {
  const reader = readers.get(message.type)
  if (!reader) throw new Error(`there is no command ${message.type}`)
  const correlationId = message.headers.ce_correlationid ?? message.id
  const { ce_actor: actor } = message.headers
  const { site, traceparent } = placeOf(message.headers)
  return { command: reader(message.payload), correlationId, actor, site, traceparent }
}

export type CommandDeps = Pick<Deps, 'posting' | 'now'> & { notifier: Pick<Deps['notifier'], 'notify'> }

/**
 * Posts the commands that wait, a whole batch in one transaction. The command's own key makes a message that comes
 * twice a no-op (LG-7), so no inbox is needed.
 */
export const commands: Consumer<CommandDeps> & { handle: object } = {
  topic: COMMAND_TOPIC,
  group: 'ledger.command',
  atOnce: MAX_BATCH,
  async handle(messages, deps) {
    await post(deps.posting, messages.map(askedBy), deps.now())
    deps.notifier.notify(LOG_CHANNEL)
  },
}
