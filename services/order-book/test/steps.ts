import { cancelOrder, getOrder, type Order } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import type { TransactionReceipt } from 'ethers'
import { list } from './bodies.ts'
import { type Market, transact } from './market.ts'
import { contractOf, facts, type Kind } from './messages.ts'

export async function pick(market: Market, order: Pick<Order, 'hash'>, who?: string): Promise<Order> {
  return (await market.clientOf(who)(getOrder, { query: { ha: order.hash } })).order
}

export async function becomes(market: Market, order: Order, status: Order['status']): Promise<Order> {
  return until(`the order is ${status}`, async () => {
    const found = await pick(market, order).catch(() => undefined)
    return found?.status === status ? found : undefined
  })
}

export function cancelling(market: Market, order: Order, who = 'seller') {
  return market.clientOf(who)(cancelOrder, { body: { order_id: order._id } })
}

/** Moves a token as its holder does, and tells the order book as the indexer does. */
export async function move(
  market: Market,
  token: string,
  from: 'seller' | 'recipient',
  to: 'seller' | 'recipient',
  about: { kind?: Kind; units?: number; fromBalance?: string; silent?: boolean } = {},
): Promise<TransactionReceipt> {
  const { kind = 'single', units = 1, fromBalance = '0' } = about
  const ends = [market[from].address, market[to].address]
  const receipt =
    kind === 'single'
      ? await transact(market.single, market[from], 'transferFrom', ...ends, token)
      : await transact(market.multiple, market[from], 'safeTransferFrom', ...ends, token, units, '0x')
  if (!about.silent) await market.send(transferOf(market, receipt, token, from, to, { kind, fromBalance }))
  return receipt
}

export function transferOf(
  market: Market,
  receipt: TransactionReceipt,
  token: string,
  from: 'seller' | 'recipient',
  to: 'seller' | 'recipient',
  about: {
    kind?: Kind
    fromBalance?: string
    fromLeft?: string
    toBalance?: string
    reverted?: boolean
  } = {},
) {
  const { kind = 'single', ...said } = about
  return facts.transferred(receipt, {
    contract: contractOf(market, kind),
    tokenId: token,
    from: market[from].address,
    to: market[to].address,
    fromBalance: '0',
    ...said,
  })
}

/** Waits until everything that was sent so far has been handled, by sending something that shows. */
export async function settled(market: Market): Promise<void> {
  const order = await list(market, { tokenId: '39' })
  const [receipt] = [await move(market, '39', 'seller', 'seller', { silent: true })]
  await market.send(facts.validated(receipt, order))
  await becomes(market, order, 'validated')
  await cancelling(market, order)
}
