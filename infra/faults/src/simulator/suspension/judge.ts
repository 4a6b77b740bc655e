import { assetIdOf } from '@talad/asset-indexer/chain/ids'
import { decide } from '@talad/order-book/order/decide'
import { evolve, initialOrder, type OrderState, orderStatusOf } from '@talad/order-book/order/state'
import { isOpen, orderView } from '@talad/order-book/public-state/order'
import type { Terms } from '@talad/order-book/public-state/terms'
import type { Db } from '@talad/shared/db'
import { canonicalJson } from '@talad/shared/json'
import { load } from '@talad/shared/stream'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { holds } from '../../proof.ts'
import { judgeLedger } from '../ledger.ts'
import { putOf } from '../order-samples.ts'
import { ship } from './operations.ts'
import { isForbidden, type Purchase, TOKENS, type World } from './world.ts'

type Posted = Awaited<ReturnType<typeof judgeLedger>>

/** Each paid purchase is delivered, or its price is back, once; the books and the chain say the same of it. */
async function judgePurchase(
  { at, chain }: World,
  posted: Posted,
  { id, buyer, terms }: Purchase,
): Promise<string> {
  const { state } = await load(at.shipping.db, shippings, id)
  const count = (flow: string, type = 'Posted') =>
    posted.filter(({ event }) => event.type === type && event.data.flow === flow && event.data.id === id)
      .length
  const paid = count('shipping', 'Captured')
  const [settled, reversed, refunded] = [count('settlement'), count('settlement_reversal'), count('refund')]
  const delivered = chain.fillOf(terms.hash)?.shippingId === id
  const { rows } = await at.ledger.db.query<{ balance: bigint; locked: bigint }>(
    `select balance, balance_locked as locked from account where customer_id = $1 and unit = 'pt_thb'`,
    [buyer],
  )
  const points = rows[0] ?? { balance: 0n, locked: 0n }
  const about = `${id} is ${state?.status}${state?.incident ? ` (${state.incident})` : ''}: paid ${paid}, settled ${settled}, reversed ${reversed}, refunded ${refunded}, ${delivered ? '' : 'not '}delivered, ${points.balance} points`
  holds(state !== undefined && state.incident === undefined, about)
  holds(paid <= 1 && settled - reversed === (delivered ? 1 : 0), about)
  holds(settled + refunded === paid, about) // once, and one of them
  holds(points.locked === 0n && points.balance === (delivered ? 0n : terms.price.raw), about)
  const ends = delivered ? ['completed'] : paid === 1 ? ['failed', 'canceled', 'completed'] : ['canceled']
  holds(ends.includes(state.status), about)
  holds(delivered || paid === 0 || state.refunded, about)
  if (delivered) return 'delivered'
  if (paid === 0) return 'never paid'
  return reversed > 0 ? 'reversed' : 'refunded'
}

/** What an order would have come to without any suspension: only the chain has moved it. */
function neverSuspended({ chain }: World, terms: Terms): OrderState {
  const fill = chain.fillOf(terms.hash)
  let state = initialOrder
  const put = (command: Parameters<typeof decide>[0]) => {
    for (const event of decide(command, state)) state = evolve(state, event)
  }
  put(putOf(terms))
  if (!fill) return state
  const { txHash, block } = fill
  const where = { txHash, logIndex: 1, block: BigInt(block.number) }
  put({ type: 'SeeFact', fact: { key: `filled:${block.hash}:1`, kind: 'filled', units: 4n, ...where } })
  return state
}

type Row = Record<string, unknown>

/** The order book, the shop's and the indexer's copies of an order say what they would without any suspension. */
async function judgeOrder(world: World, terms: Terms): Promise<boolean> {
  const { at } = world
  const { hash } = terms
  const expected = orderStatusOf(neverSuspended(world, terms), terms)
  const one = async (db: Db, sql: string) => (await db.query<Row>(sql, [hash])).rows[0]
  const view = orderView.parse((await one(at.book.db, 'select doc from order_view where hash = $1'))?.doc)
  const after = isOpen(view.after.status) ? view.after : { ...view.after, reasons: [] }
  const text = (what: string, is: unknown) =>
    `${what} of ${terms.tokenId} is ${canonicalJson(is)}, never suspended it were ${canonicalJson(expected)}`
  holds(canonicalJson(after) === canonicalJson(expected), text('the order', after))
  const open = isOpen(expected.status)
  const copies = [
    ['the row', at.book.db, 'select open from order_row where hash = $1', { open }],
    [
      ...(['the shop’s copy', at.shipping.db] as const),
      "select status, inactive and status in ('offchain', 'filled') as inactive, filled from order_replica where hash = $1",
      { status: expected.status, inactive: false, filled: expected.filled },
    ],
    [
      ...(['the indexer’s copy', at.indexer.db] as const),
      "select status, inactive and status in ('offchain', 'filled') as inactive, filled::bigint from order_replica where hash = $1",
      { status: expected.status, inactive: false, filled: expected.filled },
    ],
  ] as const
  for (const [what, db, sql, should] of copies) {
    const row = await one(db, sql)
    holds(canonicalJson(row) === canonicalJson(should), text(what, row))
  }
  return open
}

/** No asset is hidden, and each shows the listing that it has. */
async function judgeAssets({ at, contract }: World, openHashes: ReadonlyMap<bigint, string>): Promise<void> {
  const { rows } = await at.indexer.db.query<Row>(
    `select a.id, a.suspended or c.suspended as hidden, a.listings, a.inactives, a.best_order
     from asset a join collection c on c.id = a.collection_id where a.contract = $1`,
    [contract],
  )
  const shown = new Map(rows.map(({ id, ...row }) => [id, row]))
  for (const token of TOKENS) {
    const hash = openHashes.get(token)
    const should = { hidden: false, listings: hash ? 1 : 0, inactives: 0, best_order: hash ?? null }
    const is = shown.get(assetIdOf('kub', contract, `${token}`))
    holds(
      canonicalJson(is) === canonicalJson(should),
      `the asset ${token} is ${canonicalJson(is)}, not ${canonicalJson(should)}`,
    )
  }
  for (const { db, name } of [at.book, at.indexer, at.shipping])
    for (const token of TOKENS)
      holds(!(await isForbidden(db, contract, token)), `${token} is still suspended in ${name}`)
}

/** @returns the ends of the purchases. @throws Disproved where one of them is wrong, or the market */
export async function judge(world: World): Promise<readonly string[]> {
  const { at, simulation, since, listed } = world
  const posted = await judgeLedger(at.ledger, since, simulation.messages, simulation.now())
  const ends = posted.map(() => 'commands posted')
  for (const purchase of world.purchases)
    ends.push(`purchases ${await judgePurchase(world, posted, purchase)}`)
  const refused = posted.flatMap(({ event: { type, data } }) =>
    type === 'CommandRefused' && !data.key.startsWith('release:') ? [`${data.key} ${data.code}`] : [],
  )
  holds(refused.length === 0, `the ledger has refused ${refused.join(', ')}`)
  const open = new Map<bigint, string>()
  for (const [token, terms] of listed) if (await judgeOrder(world, terms)) open.set(token, terms.hash)
  await judgeAssets(world, open)
  for (const [token, terms] of listed)
    if (open.has(token)) {
      const answer = await ship(world, terms)
      holds(answer === 'done', `${token} is on sale again, and buying it is answered ${answer}`)
    }
  return [...ends, ...[...world.signed].map(() => 'fulfilments signed')]
}
