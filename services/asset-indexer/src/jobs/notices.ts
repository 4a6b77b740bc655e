import { arrayText, type Db, inTx, type Tx } from '@talad/shared/db'
import { job } from '@talad/shared/jobs'
import { retryOnConflict } from '@talad/shared/lost-race'
import type { Deps } from '../deps.ts'
import { collectionNotices } from '../due/notices.ts'
import { syncDue } from '../due/sync.ts'
import { requeueAll } from '../sync/requeue.ts'

/** So many assets in one turn. */
const PIECE = 500
/** When a collection is looked at again of which as much waits as may. */
const FULL_MS = 5_000

type Noted = { tokens: string; block: string | null }

/** Takes all that is noted of a contract; what comes meanwhile is noted beside it. */
async function takeNotices(tx: Tx, contract: string): Promise<Noted[]> {
  const { rows } = await tx.query<Noted>(
    `with taken as (delete from metadata_notice where contract = $1 returning tokens, permanent_block)
     select range_agg(tokens)::text as tokens, permanent_block::text as block from taken group by permanent_block`,
    [contract],
  )
  return rows
}

/** The first assets of what is noted, by their tokens. */
async function firstOf(tx: Tx, contract: string, noted: readonly Noted[], most: number) {
  const { rows } = await tx.query<{ id: string; token_id: bigint }>(
    `with noted as materialized (select range_agg(n::nummultirange) as tokens from unnest($2::text[]) n)
     select id, token_id from asset, noted
     where contract = $1 and token_id >= lower(tokens) and token_id < upper(tokens) and token_id <@ tokens
     order by token_id limit $3`,
    [contract, arrayText(noted.map(({ tokens }) => tokens)), most],
  )
  return rows
}

/** AI-1: what a block has declared permanent. */
async function makePermanent(tx: Tx, ids: readonly string[], noted: readonly Noted[]): Promise<void> {
  const permanent = noted.filter(({ block }) => block !== null)
  if (permanent.length === 0) return
  await tx.query(
    `update asset set permanent_block = p.block
     from (select a.id, min(n.block) as block from asset a
       join unnest($2::text[], $3::bigint[]) n (tokens, block) on a.token_id <@ n.tokens::nummultirange
       where a.id = any($1) group by a.id) p
     where asset.id = p.id and permanent_block is null`,
    [ids, arrayText(permanent.map(({ tokens }) => tokens)), permanent.map(({ block }) => block)],
  )
}

async function leave(tx: Tx, contract: string, noted: readonly Noted[], done: bigint): Promise<void> {
  await tx.query(
    `insert into metadata_notice (contract, tokens, permanent_block)
     select $1, tokens, block from (
       select n.tokens::nummultirange * nummultirange(numrange($4, null, '()')) as tokens, block
       from unnest($2::text[], $3::bigint[]) n (tokens, block)) rest
     where not isempty(tokens)`,
    [
      contract,
      arrayText(noted.map(({ tokens }) => tokens)),
      noted.map(({ block }) => block),
      done.toString(),
    ],
  )
}

/** Asks for the metadata of some of the tokens that are noted. @returns when it is to go on; undefined: nothing is left */
export async function followNotices(db: Db, contract: string, now: Date): Promise<Date | undefined> {
  const room = Math.min(PIECE, await syncDue.metadata.room(db, contract, now))
  if (room < 1) return new Date(now.getTime() + FULL_MS)
  return retryOnConflict(() =>
    inTx(db, async (tx) => {
      const noted = await takeNotices(tx, contract)
      const found = await firstOf(tx, contract, noted, room)
      const assetIds = found.map(({ id }) => id)
      await makePermanent(tx, assetIds, noted)
      // what is just being fetched may be the former state and is fetched again; what is pending may be new
      const states = ['ready', 'updating', 'pending'] as const
      await requeueAll(tx, { assetIds, kind: 'metadata', states }, now)
      const last = found.at(-1)
      if (!last || found.length < room) return undefined
      await leave(tx, contract, noted, last.token_id)
      return now
    }),
  )
}

/** AI-1: ready → pending on metadata events, a piece of the collection at a time. */
export const noticesJob = job<{ contract: string }, Pick<Deps, 'db'>>(collectionNotices, {
  concurrency: 2,
  run: ({ contract }, { deps, now }) => followNotices(deps.db, contract, now),
})
