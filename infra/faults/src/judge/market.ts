import type { Sale } from '../crowd/market.ts'
import type { System } from '../system.ts'
import { movesOf, ownerOf } from './chain.ts'
import type { Fault } from './purchases.ts'

type Shown = { contract: string; token: string; owner: string; sales: bigint }

/** The market shows as sold what is, and the shop knows each order as the market has it. */
async function judgeOrders({ db }: System, sold: ReadonlySet<string>): Promise<Fault[]> {
  const sql = (table: string) => `select hash, status from ${table}`
  const market = await db('order-book').query<{ hash: string; status: string }>(sql('order_view'))
  const shop = await db('shipping-payment').query<{ hash: string; status: string }>(sql('order_replica'))
  const known = new Map(shop.rows.map(({ hash, status }) => [hash, status]))
  return market.rows.flatMap(({ hash: order, status }) => [
    ...((status === 'completed') === sold.has(order)
      ? []
      : [{ what: `${order} is shown as ${status} by the market`, order }]),
    ...(known.get(order) === status
      ? []
      : [{ what: `${order} is ${status}, and ${known.get(order) ?? 'unknown'} to the shop`, order }]),
  ])
}

/** The chain, the market and the indexer tell the same of each token. */
async function judgeTokens(
  { run, db }: System,
  sales: readonly Sale[],
  sold: ReadonlySet<string>,
): Promise<Fault[]> {
  const shown = await db('asset-indexer').query<Shown>(
    `select contract, token_id::text as token, owner,
       (select count(*) from activity a where a.asset_id = asset.id and a.type = 'sale') as sales from asset`,
  )
  const listed = await db('order-book').query<{ token: string }>('select token_id::text as token from asset')
  const assets = new Map(shown.rows.map((row) => [`${row.contract} ${row.token}`, row]))
  const heard = new Set(listed.rows.map(({ token }) => token))
  const moves = new Map<string, Map<string, number>>()
  for (const contract of new Set(sales.map(({ good }) => good.contract)))
    moves.set(contract, await movesOf(run, contract))
  const faults: Fault[] = []
  for (const { order, good, seller, buyer, moved } of sales) {
    const { contract, tokenId } = good
    const fault = (what: string) => faults.push({ what: `token ${tokenId} ${what}`, order: order.hash })
    const isSold = sold.has(order.hash)
    const owner = await ownerOf(run, contract, tokenId)
    const asset = assets.get(`${contract} ${tokenId}`)
    const times = (moves.get(contract)?.get(tokenId) ?? 0) - 1 // the mint
    if (isSold ? owner !== (buyer?.address ?? owner) || owner === seller.address : owner !== seller.address)
      fault(`is ${isSold ? 'sold' : 'not sold'} and belongs to ${owner}`)
    if (moved !== true && times !== (isSold ? 1 : 0))
      fault(`was ${isSold ? 'sold' : 'not sold'} and moved ${times} times`)
    if (asset?.owner !== owner) fault(`belongs to ${owner}, the indexer shows ${asset?.owner}`)
    if (asset?.sales !== (isSold ? 1n : 0n)) fault(`has ${asset?.sales} sales in the activity`)
    if (!heard.has(tokenId)) fault('is unknown to the market')
  }
  return faults
}

export async function judgeMarket(
  system: System,
  sales: readonly Sale[],
  sold: ReadonlySet<string>,
): Promise<Fault[]> {
  return [...(await judgeOrders(system, sold)), ...(await judgeTokens(system, sales, sold))]
}
