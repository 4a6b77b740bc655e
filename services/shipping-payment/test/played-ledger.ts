import { type DescMessage, fromBinary, type MessageInitShape } from '@bufbuild/protobuf'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  PayShippingSchema,
  PostTopupSchema,
  RefundShippingSchema,
  ReleaseShippingFundsSchema,
  SettleShippingSchema,
} from '@talad/proto/ledger/v1/commands'
import {
  ShippingFundsLockedSchema,
  ShippingPaidSchema,
  ShippingRefundedSchema,
  ShippingSettledSchema,
  TopupPostedSchema,
} from '@talad/proto/ledger/v1/events'
import { type InMessage, type Outgoing, outgoing } from '@talad/shared/bus/port'

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
  const commands: { type: string; message: unknown }[] = []
  const seen = new Set<string>()
  const answer = <D extends DescMessage>(key: string, schema: D, message: MessageInitShape<D>) =>
    send(outgoing('ledger.transfer.v1', key, schema, message))
  const at = timestampFromDate(new Date())

  async function pay(
    shippingId: string,
    buyer: string,
    gross: bigint,
    attempt: number,
    partial: boolean,
  ): Promise<boolean> {
    const free = balances.get(buyer) ?? 0n
    const locked = locks.get(shippingId) ?? 0n
    if (free + locked >= gross) {
      balances.set(buyer, free + locked - gross)
      locks.delete(shippingId)
      await answer(buyer, ShippingPaidSchema, { shippingId, buyerCustomerId: buyer, gross, at })
      return true
    }
    if (!partial) return false
    balances.set(buyer, 0n)
    locks.set(shippingId, free + locked)
    await answer(buyer, ShippingFundsLockedSchema, {
      shippingId,
      buyerCustomerId: buyer,
      gross,
      locked: free + locked,
      attempt,
      at,
    })
    return true
  }

  async function handle(message: InMessage): Promise<void> {
    const payload = message.payload
    switch (message.type) {
      case PayShippingSchema.typeName: {
        const c = fromBinary(PayShippingSchema, payload)
        commands.push({ type: 'PayShipping', message: c })
        await pay(c.shippingId, c.buyerCustomerId, c.gross, c.attempt, c.lockPartial)
        return
      }
      case PostTopupSchema.typeName: {
        const c = fromBinary(PostTopupSchema, payload)
        commands.push({ type: 'PostTopup', message: c })
        balances.set(c.customerId, (balances.get(c.customerId) ?? 0n) + c.value)
        const paid = c.pay && (await pay(c.pay.shippingId, c.customerId, c.pay.gross, c.pay.attempt, false))
        const payRefused = paid === false ? 'insufficient_funds' : ''
        await answer(c.customerId, TopupPostedSchema, {
          topupId: c.topupId,
          customerId: c.customerId,
          value: c.value,
          shippingId: c.pay?.shippingId ?? '',
          payRefused,
          at,
        })
        return
      }
      case ReleaseShippingFundsSchema.typeName: {
        const c = fromBinary(ReleaseShippingFundsSchema, payload)
        commands.push({ type: 'ReleaseShippingFunds', message: c })
        balances.set(
          c.buyerCustomerId,
          (balances.get(c.buyerCustomerId) ?? 0n) + (locks.get(c.shippingId) ?? 0n),
        )
        locks.delete(c.shippingId)
        return
      }
      case RefundShippingSchema.typeName: {
        const c = fromBinary(RefundShippingSchema, payload)
        commands.push({ type: 'RefundShipping', message: c })
        const { shippingId, buyerCustomerId, gross } = c
        return answer(buyerCustomerId, ShippingRefundedSchema, { shippingId, buyerCustomerId, gross, at })
      }
      case SettleShippingSchema.typeName: {
        const c = fromBinary(SettleShippingSchema, payload)
        commands.push({ type: 'SettleShipping', message: c })
        const { shippingId, sellerCustomerId, gross } = c
        return answer(c.buyerCustomerId, ShippingSettledSchema, {
          shippingId,
          sellerCustomerId,
          gross,
          net: 0n,
          at,
        })
      }
    }
  }

  const running = await subscribe({
    group: 'test.ledger',
    topics: ['ledger.command.v1'],
    onError,
    handle: async (batch) => {
      for (const message of batch) {
        if (seen.has(message.id)) continue
        seen.add(message.id)
        await handle(message)
      }
    },
  })
  return {
    balances,
    close: () => running.close(),
    /** commands that concern a shipping, in their order */
    of: (shippingId: string) =>
      commands.filter(({ message }) =>
        JSON.stringify(message, (_k, v) => (typeof v === 'bigint' ? `${v}` : v)).includes(shippingId),
      ),
    all: commands,
  }
}
