import { heldTokensHttp as http, MOST_HELD } from '@talad/proto/http/asset-indexer/held-tokens'
import { arrayText, columns, type Queryable } from '@talad/shared/db'
import type { App } from '@talad/shared/http/app'
import type { z } from 'zod'
import type { ContractType } from '../chain/facts.ts'
import { assetIdOf } from '../chain/ids.ts'
import type { Deps } from '../deps.ts'
import { readScan } from '../scan/scan.ts'
import { heldOnChain } from './chain.ts'

/** CA-27: the index counts as late from then on. */
const LATE_SECONDS = 30
/** How long a look at the head counts. */
const HEAD_MS = 2_000
/** So many tokens of a call are read from the chain itself. */
const MOST_READ = 50

type Asked = z.output<NonNullable<typeof http.heldTokens.body>>
type Told = z.input<typeof http.heldTokens.response>['tokens'][number]

type Row = {
  id: string
  contract: string
  type: ContractType
  token_id: bigint
  suspended: boolean
  holders: { wallet: string; quantity: string }[]
  is_read: boolean
  traits: [string, string][] | null
}

const COLUMNS = `a.id, a.contract, c.type, a.token_id, a.suspended or c.suspended as suspended,
  exists (select 1 from sync s where s.asset_id = a.id and s.kind = 'metadata'
    and (s.synced_at is not null or s.state in ('ready', 'frozen'))) as is_read,
  (select json_agg(json_build_array(t.key, coalesce(t.original, t.value)) order by t.position)
    from attribute t where t.asset_id = a.id) as traits`

/** What wallets have of contracts, the lowest ids first. */
async function readHeld(db: Queryable, { wallets, contracts }: Pick<Asked, 'wallets' | 'contracts'>) {
  const ranges = contracts.flatMap(({ contract_address, ranges: some }) =>
    (some.length === 0 ? [['0', '9'.repeat(78)] as const] : some).map(([from, to]) => ({
      contract_address,
      from,
      to,
    })),
  )
  const { rows } = await db.query<Row>(
    `with asked as (select * from unnest($1::text[], $2::numeric[], $3::numeric[]) d (contract, first, last)),
      held as (
        select a.id, json_agg(json_build_object('wallet', h.address, 'quantity', h.quantity::text)) as holders
        from holder h join asset a on a.id = h.asset_id
        where h.address = any($4::text[]) and h.quantity > 0
          and exists (select 1 from asked d where d.contract = a.contract and a.token_id between d.first and d.last)
        group by a.id)
     select ${COLUMNS}, held.holders from held join asset a using (id) join collection c on c.id = a.collection_id
     order by a.contract, a.token_id limit $5`,
    [
      ...columns(
        ranges,
        ({ contract_address }) => contract_address,
        ({ from }) => from,
        ({ to }) => to,
      ),
      arrayText(wallets),
      MOST_HELD + 1,
    ],
  )
  return rows
}

/** Tokens that somebody chose, whoever has them by the index. */
async function readChosen(db: Queryable, chosen: Asked['chosen'], contracts: readonly string[]) {
  const asked = chosen.filter(({ contract_address }) => contracts.includes(contract_address))
  if (asked.length === 0) return []
  const { rows } = await db.query<Row>(
    `select ${COLUMNS}, '[]'::json as holders from asset a join collection c on c.id = a.collection_id
     where a.id = any($1::text[])`,
    [arrayText(asked.map((one) => assetIdOf(one.blockchain, one.contract_address, one.token_id)))],
  )
  return rows
}

const told = (row: Row, read: boolean, holders: Told['holders'] = row.holders): Told => ({
  contract_address: row.contract,
  type: row.type,
  token_id: row.token_id.toString(),
  suspended: row.suspended,
  read,
  holders,
  traits: row.is_read ? (row.traits ?? []) : null,
})

/** CA-27: one look at the chain for each token, of wallets that may have it; a node that doesn't answer says nothing. */
async function readFromChain({ rpc }: HeldDeps, row: Row, wallets: readonly string[]) {
  const about = {
    assetId: row.id,
    contract: row.contract,
    type: row.type,
    tokenId: row.token_id,
    quantity: 0n,
  }
  const asked = row.holders.length > 0 ? row.holders.map(({ wallet }) => wallet) : wallets
  const holders = await Promise.all(
    asked.slice(0, MOST_READ).map(async (address) => {
      const quantity = await heldOnChain(rpc, { ...about, address })
      return { wallet: address, quantity: quantity.toString() }
    }),
  )
  return told(row, true, holders)
}

type HeldDeps = Pick<Deps, 'db' | 'now'> & {
  rpc: Pick<Deps['rpc'], 'call' | 'head'>
  log: Pick<Deps['log'], 'warn'>
  chain: string
}

/** How far the chain is read, and whether that is late; the head is asked for where time alone doesn't say. */
async function standing({ db, now }: HeldDeps, headTime: () => Promise<number | undefined>) {
  const scan = await readScan(db)
  if (!scan || scan.position < 0) return { block: 0, late: true }
  const { rows } = await db.query<{ at: Date }>('select at from block where number = $1', [scan.position])
  const seconds = (rows[0]?.at.getTime() ?? 0) / 1_000
  if (now().getTime() / 1_000 - seconds <= LATE_SECONDS) return { block: scan.position, late: false }
  const newest = await headTime()
  return { block: scan.position, late: newest === undefined || newest - seconds > LATE_SECONDS }
}

/** Whether a contract is still read from its beginning: what it has is not known yet. */
async function catchesUp(db: Queryable, addresses: readonly string[]): Promise<boolean> {
  const sql = 'select 1 from collection where address = any($1) and next_block is not null limit 1'
  return (await db.query(sql, [addresses])).rows.length > 0
}

/** CA-27: what wallets have, by the index; where that is late, by the chain for as many tokens as may be asked for. */
export function makeHeld(deps: HeldDeps) {
  const { db, rpc, chain: blockchain, log } = deps
  let head: { at: number; time: Promise<number | undefined> } | undefined

  /** seconds of the chain's head, asked once for all who want to know at the same time */
  function headTime(): Promise<number | undefined> {
    const at = performance.now()
    if (!head || at - head.at > HEAD_MS) {
      const time = rpc.head().then(
        ({ timestamp }) => timestamp,
        () => undefined,
      )
      head = { at, time }
    }
    return head.time
  }

  return async (asked: Asked): Promise<z.input<typeof http.heldTokens.response>> => {
    const isHere = (one: { blockchain: string }) => one.blockchain === blockchain
    const contracts = asked.contracts.filter(isHere)
    const addresses = contracts.map(({ contract_address }) => contract_address)
    // how far it is read is looked at first: what is told is at least of then
    const { block, late } = await standing(deps, headTime)
    const found = await readHeld(db, { wallets: asked.wallets, contracts })
    const isLate = late || (await catchesUp(db, addresses))
    const rows = found.slice(0, MOST_HELD)
    const answer = { blockchain, block, late: isLate, more: found.length > MOST_HELD }
    if (!isLate) return { ...answer, tokens: rows.map((row) => told(row, false)) }
    const known = new Set(rows.map(({ id }) => id))
    const chosen = await readChosen(db, asked.chosen.filter(isHere), addresses)
    const all = [...chosen.filter(({ id }) => !known.has(id)), ...rows]
    const read = async (row: Row, at: number) => {
      if (at >= MOST_READ) return told(row, false)
      try {
        return await readFromChain(deps, row, asked.wallets)
      } catch (err) {
        log.warn({ err }, 'a token could not be read from the chain')
        return told(row, false)
      }
    }
    return { ...answer, tokens: await Promise.all(all.map(read)) }
  }
}

/** What campaigns ask before they decide (CA-27). */
export function heldRoutes(app: App, deps: Deps): void {
  const held = makeHeld({ ...deps, chain: deps.config.CHAIN_SLUG })
  app.route(http.heldTokens, ({ body }) => held(body))
}
