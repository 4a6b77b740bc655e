import { callRpc } from '@talad/contracts/rpc'
import type { Run } from '@talad/dev/run-file'
import type { Db } from '@talad/shared/db'
import { id, toBeHex, zeroPadValue } from 'ethers'
import { z } from 'zod'
import type { Good } from '../crowd/goods.ts'
import { withDatabases } from '../network/books.ts'

type Databases = (name: string) => Db

async function ask(db: Db, sql: string): Promise<string[]> {
  const { rows } = await db.query<{ what: string }>(sql)
  return rows.map(({ what }) => what)
}

/** The money of each purchase went in once and came out once, to the seller or back. */
function judgeEscrow(databases: Databases): Promise<string[]> {
  return ask(
    databases('ledger'),
    `with moved as (
       select related_id, count(*) filter (where flow_type = 'in') as paid,
         count(*) filter (where flow_type = 'out') as left
       from flow where account = 'platform:escrow' group by related_id)
     select format('purchase %s was paid %s times and left escrow %s times', related_id, paid, "left") as what
     from moved where paid > 1 or paid <> "left"`,
  )
}

const provider = z.object({
  chillpay: z.object({
    transactions: z.array(
      z.looseObject({ id: z.string(), customerId: z.string(), amount: z.string(), status: z.int() }),
    ),
  }),
})

/** Each transaction that the card provider has charged is credited once, to whom was charged; no other is. */
async function judgeCards(run: Run, databases: Databases): Promise<string[]> {
  const { chillpay } = provider.parse(await (await fetch(`${run.sandbox}/control`)).json())
  const topups = await databases('shipping-payment').query<{ id: string; order_no: string }>(
    'select id, order_no from topup',
  )
  const credits = await databases('ledger').query<{ topup: string; account: string; value: bigint }>(
    `select related_id as topup, account, value from flow
     where flow_event = 'topup' and flow_type = 'in' and related_id = any($1)`,
    [topups.rows.map((row) => row.id)],
  )
  return topups.rows.flatMap(({ id: topup, order_no: orderNo }) => {
    const charge = chillpay.transactions.find((one) => one.id === orderNo)
    const charged = charge?.status === 0
    const credited = credits.rows.filter((row) => row.topup === topup)
    const right = credited.every(
      ({ account, value }) => account === charge?.customerId && String(value) === charge.amount,
    )
    if (right && credited.length === (charged ? 1 : 0)) return []
    return [`card payment ${orderNo} is ${charge?.status ?? 'unknown'}, credited ${credited.length} times`]
  })
}

const logs = z.array(z.object({ topics: z.array(z.string()) }))

/** A token that was sold moved once since it was minted, another one never; the indexer shows one holder of each. */
async function judgeTokens(run: Run, databases: Databases, goods: readonly Good[]): Promise<string[]> {
  const contract = goods[0]?.contract
  const filter = { address: contract, fromBlock: '0x0', topics: [id('Transfer(address,address,uint256)')] }
  const moves = new Map<string, number>()
  for (const { topics } of logs.parse(await callRpc(run.rpc, 'eth_getLogs', [filter]))) {
    const token = topics[3] ?? ''
    moves.set(token, (moves.get(token) ?? 0) + 1)
  }
  const sold = await databases('shipping-payment').query<{ token: string }>(
    `select o.token_id as token from shipping s join order_replica o on o.hash = s.order_hash
     where s.status = 'completed'`,
  )
  const deliveries = new Set(sold.rows.map(({ token }) => token))
  const holders = await databases('asset-indexer').query<{ token: string; right: boolean }>(
    `select a.token_id::text as token, bool_and(h.address = a.owner and h.quantity = 1) and count(*) = 1 as right
     from asset a left join holder h on h.asset_id = a.id where a.contract = $1 group by a.token_id`,
    [contract],
  )
  const held = new Map(holders.rows.map(({ token, right }) => [token, right]))
  return goods.flatMap(({ tokenId }) => {
    const moved = (moves.get(zeroPadValue(toBeHex(BigInt(tokenId)), 32)) ?? 0) - 1
    const due = deliveries.has(tokenId) ? 1 : 0
    return [
      ...(moved === due ? [] : [`token ${tokenId} was to move ${due} times and moved ${moved} times`]),
      ...(held.get(tokenId) === true ? [] : [`the indexer shows no single holder of ${tokenId}`]),
    ]
  })
}

/** The market knows each token, and the shop each order as the market has it: nothing that was told is lost. */
async function judgeCopies(databases: Databases, goods: readonly Good[]): Promise<string[]> {
  const assets = await databases('order-book').query<{ token: string }>(
    'select token_id::text as token from asset',
  )
  const listed = new Set(assets.rows.map(({ token }) => token))
  const sql = (table: string) => `select hash, status from ${table}`
  const market = await databases('order-book').query<{ hash: string; status: string }>(sql('order_view'))
  const shop = await databases('shipping-payment').query<{ hash: string; status: string }>(
    sql('order_replica'),
  )
  const known = new Map(shop.rows.map(({ hash, status }) => [hash, status]))
  return [
    ...goods
      .filter(({ tokenId }) => !listed.has(tokenId))
      .map(({ tokenId }) => `the market never heard of token ${tokenId}`),
    ...market.rows
      .filter(({ hash, status }) => known.get(hash) !== status)
      .map(
        ({ hash, status }) => `order ${hash} is ${status}, and ${known.get(hash) ?? 'unknown'} to the shop`,
      ),
  ]
}

/** What is lost or doubled, one line each, besides what the books of a run show. */
export function judge(run: Run, goods: readonly Good[]): Promise<string[]> {
  return withDatabases(run, async (databases) => {
    const found = await Promise.all([
      judgeCopies(databases, goods),
      judgeEscrow(databases),
      judgeCards(run, databases),
      judgeTokens(run, databases, goods),
      ask(
        databases('shipping-payment'),
        `select format('purchase %s has an incident: %s', id, incident) as what from shipping
         where incident is not null`,
      ),
    ])
    return found.flat()
  })
}
