import { assetIdOf } from '@talad/asset-indexer/chain/ids'
import type { Db } from '@talad/shared/db'
import { ledgerEnd } from '../ledger.ts'
import { START } from '../service.ts'
import type { Workload } from '../workload.ts'
import { createChain } from './chain.ts'
import { confirm, deliver, mine, reorganise, reverseLost } from './deliveries.ts'
import { judge } from './judge.ts'
import { decideOn, list, operations } from './operations.ts'
import { type Market, openMarket } from './services.ts'
import { contractOf, RANGES, type RangeName, TOKENS, type World } from './world.ts'

/** So many tokens are on sale, and known to all, before anything else happens. */
const LISTED = 3
/** In so many rounds of coming to rest a block goes once more. */
const TAKES_BACK = 0.15

async function mint(db: Db, contract: string): Promise<void> {
  await db.query(
    `insert into collection (id, blockchain, address, type, slug, name)
     values ($1, 'kub', $1, 'erc1155', $1, 'a collection')`,
    [contract],
  )
  for (const token of TOKENS) {
    const id = assetIdOf('kub', contract, `${token}`)
    await db.query(
      `insert into asset (id, collection_id, contract, token_id, supply, first_block, first_at, last_block)
       values ($1, $2, $2, $3, 4, 1, $4, 1)`,
      [id, contract, `${token}`, START],
    )
    await db.query('insert into holder (asset_id, address, quantity) values ($1, $2, 4)', [id, contract])
  }
}

/** What goes on by itself beside messages and jobs: what is signed is mined and confirmed, or taken back once more. */
async function advance(world: World): Promise<boolean> {
  const { chain, lifted, simulation } = world
  world.lifted = true
  if (!lifted) for (const name of Object.keys(RANGES)) await decideOn(world, 'lift', name as RangeName)
  const moved = [!lifted, await deliver(world), await reverseLost(world)]
  const [tx] = chain.txs.filter(({ isDead, block }) => !isDead && !block?.confirmed)
  if (!tx) return moved.includes(true)
  await (tx.block ? confirm(world, tx) : mine(world, tx))
  const [taken] = chain.txs.filter(({ block }) => block !== undefined)
  if (taken && simulation.random() < TAKES_BACK) await reorganise(world, taken)
  return true
}

/** Suspensions that come and go while tokens are listed, bought, paid and delivered on a chain that takes blocks back. */
export const suspension: Workload<Market, World> = {
  name: 'suspension',
  length: [12, 26],
  open: openMarket,
  async begin(at, simulation) {
    const contract = contractOf(simulation)
    at.sold.clear()
    // what has ended in earlier sequences is not looked at again
    await at.shipping.db.query('update kit.chain_tx set watched = false where watched')
    await mint(at.indexer.db, contract)
    const world: World = {
      at,
      simulation,
      contract,
      since: await ledgerEnd(at.ledger.db),
      chain: createChain(simulation.name, at.sold),
      listed: new Map(),
      purchases: [],
      signed: new Set(),
      lifted: false,
    }
    for (const token of TOKENS.slice(0, LISTED)) await list(world, token)
    await simulation.deliverAll()
    return world
  },
  operations,
  advance,
  async isUnderWay({ at, purchases }) {
    const { rows } = await at.shipping.db.query(
      `select 1 from shipping where id = any($1) and status in ('pending', 'processing', 'mined') limit 1`,
      [purchases.map(({ id }) => id)],
    )
    return rows.length > 0
  },
  judge,
}
