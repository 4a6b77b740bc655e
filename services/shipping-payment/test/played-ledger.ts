import { type DescMessage, fromBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { CaptureSchema, HoldSchema, PostSchema, ReleaseSchema } from '@talad/proto/ledger/v1/commands'
import { CapturedSchema, CommandRefusedSchema, HeldSchema, PostedSchema } from '@talad/proto/ledger/v1/events'
import { type InMessage, type Outgoing, outgoing } from '@talad/shared/bus/port'

/** The group in which it reads its commands. */
export const PLAYED_LEDGER = 'test.ledger'

const onError = (error: unknown) => console.error(error)

/** A ledger in memory that answers as the real one: it holds balances, and each command's key once. */
export async function playLedger(
  subscribe: (options: {
    group: string
    topics: string[]
    handle: (batch: readonly InMessage[]) => Promise<void>
    onError: (error: unknown) => void
  }) => Promise<{ close(): Promise<void> }>,
  send: (...messages: Outgoing[]) => Promise<void>,
) {
  const balances = new Map<string, bigint>()
  const locks = new Map<string, bigint>()
  /** flows whose commands are refused, and why */
  const refusals = new Map<string, string>()
  const commands: { type: string; message: unknown }[] = []
  const seen = new Set<string>()
  /** resolves when it is there */
  let back: PromiseWithResolvers<void> | undefined
  const answer = <D extends DescMessage>(key: string, schema: D, message: MessageInitShape<D>) =>
    send(outgoing('ledger.transfer.v1', key, schema, message))
  const at = timestampFromDate(new Date())

  async function pay(id: string, customerId: string, amount: bigint): Promise<boolean> {
    const free = balances.get(customerId) ?? 0n
    const locked = locks.get(id) ?? 0n
    if (free + locked < amount) return false
    balances.set(customerId, free + locked - amount)
    locks.delete(id)
    await answer(customerId, CapturedSchema, { flow: 'shipping', id, customerId, amount, at })
    return true
  }

  async function post(message: InMessage): Promise<void> {
    const { flow, id, customerId, postings, capture } = fromBinary(PostSchema, message.payload)
    commands.push({ type: flow, message: { id, customerId, postings, capture } })
    const code = refusals.get(flow)
    if (code !== undefined)
      return answer(customerId, CommandRefusedSchema, {
        key: `${flow}:${id}`,
        flow,
        id,
        customerId,
        code,
        at,
      })
    for (const { account, unit, type, value } of postings)
      if (account.startsWith('join-') && unit === 'pt_thb')
        balances.set(account, (balances.get(account) ?? 0n) + (type === 'in' ? value : -value))
    const paid = capture && (await pay(capture.id, customerId, capture.amount))
    const refused = paid === false ? 'insufficient_funds' : ''
    await answer(customerId, PostedSchema, {
      flow,
      id,
      customerId,
      at,
      ...(capture && { capture: { flow: capture.flow, id: capture.id, refused } }),
    })
  }

  async function hold(message: InMessage): Promise<void> {
    const { flow, id, customerId, amount, attempt } = fromBinary(HoldSchema, message.payload)
    commands.push({ type: flow === 'shipping' ? 'hold' : `hold ${flow}`, message: { id } })
    if (flow === 'card_refund') return holdWhole(id, customerId, amount)
    if (await pay(id, customerId, amount)) return
    const held = (locks.get(id) ?? 0n) + (balances.get(customerId) ?? 0n)
    balances.set(customerId, 0n)
    locks.set(id, held)
    await answer(customerId, HeldSchema, { flow, id, customerId, amount, held, attempt, at })
  }

  /** What is put aside for a card refund: all of it, or a refusal. */
  async function holdWhole(id: string, customerId: string, amount: bigint): Promise<void> {
    const about = { flow: 'card_refund', id, customerId, at }
    const free = balances.get(customerId) ?? 0n
    if (free < amount) {
      const refused = { ...about, key: `hold:card_refund:${id}:1`, code: 'insufficient_funds' }
      return answer(customerId, CommandRefusedSchema, refused)
    }
    balances.set(customerId, free - amount)
    locks.set(id, amount)
    await answer(customerId, HeldSchema, { ...about, amount, held: amount, attempt: 1 })
  }

  async function handle(message: InMessage): Promise<void> {
    switch (message.type) {
      case HoldSchema.typeName:
        return hold(message)
      case PostSchema.typeName:
        return post(message)
      case CaptureSchema.typeName: {
        const { flow, id, customerId, amount } = fromBinary(CaptureSchema, message.payload)
        commands.push({ type: `capture ${flow}`, message: { id, customerId, amount } })
        locks.delete(id)
        return answer(customerId, CapturedSchema, { flow, id, customerId, amount, at })
      }
      case ReleaseSchema.typeName: {
        const { id, customerId } = fromBinary(ReleaseSchema, message.payload)
        commands.push({ type: 'release', message: { id } })
        balances.set(customerId, (balances.get(customerId) ?? 0n) + (locks.get(id) ?? 0n))
        locks.delete(id)
      }
    }
  }

  const running = await subscribe({
    group: PLAYED_LEDGER,
    topics: ['ledger.command.v1'],
    onError,
    handle: async (batch) => {
      for (const message of batch) {
        await back?.promise
        if (seen.has(message.id)) continue
        seen.add(message.id)
        await handle(message)
      }
    },
  })
  return {
    balances,
    locks,
    refusals,
    isAway: () => back !== undefined,
    /** handles nothing until it comes back */
    leave() {
      back = Promise.withResolvers()
    },
    comeBack() {
      back?.resolve()
      back = undefined
    },
    close: () => running.close(),
    /** commands that concern a shipping, in their order, each called by its flow, or hold or release */
    of: (shippingId: string) =>
      commands.filter(({ message }) =>
        JSON.stringify(message, (_k, v) => (typeof v === 'bigint' ? `${v}` : v)).includes(shippingId),
      ),
    all: commands,
  }
}
