import type { reach } from '@talad/proto/http/campaign/campaign-shapes'
import type { Db, Queryable } from '@talad/shared/db'
import type { z } from 'zod'
import { looker } from '../requirement/look.ts'
import type { Entry, Slot } from '../requirement/slots.ts'
import type { Definition } from '../trigger/definition.ts'
import { type Outside, type OutsideDeps, readOutside } from '../trigger/outside.ts'
import { knownOf } from '../trigger/snapshot.ts'
import { asksVirtual, countHolders, type Span } from './virtual.ts'

/** Accounts whose wallets are asked about at once. */
const MOST_ACCOUNTS = 200

type Reach = z.input<typeof reach>
type Kind = Reach['union']['kind']

/** CA-54: chains on which collections have contracts, by collection, and by item of one. */
async function chainsOf(db: Queryable, slots: readonly Slot[]): Promise<Map<string, string[]>> {
  const entries = slots.flatMap((slot) => slot.entries)
  const ids = entries.flatMap(({ vcollectionId, vitemId }) => vitemId ?? vcollectionId ?? [])
  const { rows } = await db.query<{ id: string; chains: string[] }>(
    `select d.id, array_agg(distinct c.blockchain) as chains from unnest($1::text[]) d (id)
     left join vitem i on i.id = d.id join collection_contract c on c.collection_id = coalesce(i.collection_id, d.id)
     where c.address is not null group by 1`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, chains }) => [id, chains]))
}

/** On which chains tokens may lie that fill an entry. */
function chainsFor(entry: Entry, contracts: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (entry.type === 'nft') return [entry.blockchain ?? '']
  if (entry.nftType === 'VIRTUAL') return []
  const all = contracts.get(entry.vitemId ?? entry.vcollectionId ?? '') ?? []
  return all.filter((chain) => entry.blockchain === undefined || entry.blockchain === chain)
}

/** Accounts that have linked a wallet, by their id, with one more than are looked at. */
async function linkedAfter(db: Queryable, after: string): Promise<string[]> {
  const { rows } = await db.query<{ account_id: string }>(
    `select account_id from account_replica where account_id > $1 and wallets <> '{}' order by account_id limit $2`,
    [after, MOST_ACCOUNTS + 1],
  )
  return rows.map(({ account_id }) => account_id)
}

async function progressOf(db: Queryable, to: string | null) {
  const { rows } = await db.query<{ seen: bigint; total: bigint }>(
    `select count(*) filter (where $1::text is null or account_id <= $1) as seen, count(*) as total
     from account_replica where wallets <> '{}'`,
    [to],
  )
  return { seen: Number(rows[0]?.seen ?? 0n), total: Number(rows[0]?.total ?? 0n) }
}

/** CA-27: which slots an account fills by tokens on a chain, used or not, and which it may fill by traits that aren't read. */
function filledBy(accountId: string, slots: readonly Slot[], outside: Outside, now: Date) {
  const look = looker({
    now,
    campaign: { cooldownSeconds: null, tokenReuse: 'always' },
    candidates: knownOf(accountId, outside, []).map(({ candidate }) => ({ ...candidate, uses: [] })),
    wallets: outside.wallets.get(accountId),
    blocks: outside.blocks,
    atLeast: new Map(),
  })
  const looks = slots.map((slot) => look(slot).filter(({ usability }) => 'free' in usability))
  return {
    fills: looks.map((some) => some.some(({ fit }) => fit.fits === true)),
    doubts: looks.map((some) => some.some(({ fit }) => fit.fits === undefined)),
  }
}

/** Accounts by id that are looked at now, and what is known of their wallets; nothing where no slot asks for a chain. */
async function spanOf(db: Db, deps: OutsideDeps, definition: Definition, after: string, asksChain: boolean) {
  if (!asksChain) return { span: { after, to: null } satisfies Span, outside: undefined, accounts: [] }
  const found = await linkedAfter(db, after)
  const accounts = found.slice(0, MOST_ACCOUNTS)
  const to = found.length > MOST_ACCOUNTS ? (accounts.at(-1) ?? null) : null
  const waiting = accounts.map((accountId) => ({ accountId, definition, chosen: [] }))
  return { span: { after, to } satisfies Span, outside: await readOutside(db, deps, waiting), accounts }
}

/** Of a slot, by where its tokens may be: whether that was looked at, and whether there may be more. */
function kindOf(parts: { looked: boolean; missing: boolean }[]): Kind {
  if (parts.every(({ missing }) => !missing)) return 'exact'
  return parts.some(({ looked }) => looked) ? 'at_least' : 'unknown'
}

/**
 * How many accounts have a token for each slot, and for any of them, among those that follow one in the order of their ids.
 * Each account is looked at in one span alone, so that spans are summed up.
 */
export async function reachOf(
  db: Db,
  deps: OutsideDeps,
  { definition, after, now }: { definition: Definition; after: string; now: Date },
): Promise<Pick<Reach, 'slots' | 'union' | 'progress'> & { to: string | null }> {
  const { slots } = definition
  const contracts = await chainsOf(db, slots)
  const chainsPer = slots.map(({ entries }) => entries.map((entry) => chainsFor(entry, contracts)))
  const asksChain = chainsPer.flat(2).includes(deps.chain)
  const { span, outside, accounts } = await spanOf(db, deps, definition, after, asksChain)
  const seen = outside?.blocks.get(deps.chain)
  // of wallets that nobody has there is nothing to be read
  const isRead = accounts.length === 0 || (seen !== undefined && seen.block > 0)
  const filled = outside ? accounts.map((id) => ({ id, ...filledBy(id, slots, outside, now) })) : []
  const also = new Map(
    filled.filter(({ fills }) => fills.includes(true)).map(({ id, fills }) => [id, fills] as const),
  )
  const counted = await countHolders(db, slots, span, also)
  const kinds = slots.map(({ entries }, at) => {
    const isDoubted = (seen?.isLate ?? false) || filled.some(({ doubts }) => doubts[at])
    return kindOf(
      entries.flatMap((entry, of) => [
        ...(asksVirtual(entry) ? [{ looked: true, missing: counted.isPart[at] ?? false }] : []),
        ...(chainsPer[at]?.[of] ?? []).map((chain) => ({
          looked: chain === deps.chain && isRead,
          missing: chain !== deps.chain || !isRead || isDoubted,
        })),
      ]),
    )
  })
  const told = (kind: Kind, count: number) => ({ kind, accounts: kind === 'unknown' ? null : count })
  const isSure = kinds.every((kind) => kind === 'exact')
  const union = isSure ? 'exact' : kinds.every((kind) => kind === 'unknown') ? 'unknown' : 'at_least'
  return {
    slots: slots.map(({ id, tag }, at) => ({
      slotId: id,
      tag,
      ...told(kinds[at] ?? 'unknown', counted.slots[at] ?? 0),
    })),
    union: told(union, counted.union),
    progress: asksChain ? await progressOf(db, span.to) : { seen: 0, total: 0 },
    to: span.to,
  }
}
