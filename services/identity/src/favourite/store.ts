import { type FavouriteKind, MOST_FAVOURITES } from '@talad/proto/http/identity/favourites'
import { type Db, inTx, type Queryable, type Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'

export type Target = { kind: FavouriteKind; id: string }
type Entry = { id: string; since: string }

/** One change of a person's favourites at a time, or many at once would run for the same free place. */
async function lockFavourites(tx: Tx, accountId: string): Promise<void> {
  const found = await tx.query('select 1 from account where id = $1 for no key update', [accountId])
  if (found.rows.length === 0) throw new Rejection('UNAUTHORIZED')
}

/**
 * Gives targets the free places of their kind, in their order, as far as there are any. What is a favourite already keeps
 * its place and its time.
 */
async function take(tx: Tx, accountId: string, targets: readonly Target[], now: Date): Promise<void> {
  await tx.query(
    `with wanted as (
       select w.kind, w.id, row_number() over (partition by w.kind order by min(w.n)) as turn
       from unnest($2::text[], $3::text[]) with ordinality as w (kind, id, n)
       where not exists (
         select 1 from favourite f where f.account_id = $1 and f.kind = w.kind and f.target_id = w.id)
       group by w.kind, w.id),
     free as (
       select k.kind, p.place, row_number() over (partition by k.kind order by p.place) as turn
       from (values ('asset'), ('collection')) as k (kind), generate_series(1, $4::integer) as p (place)
       where not exists (
         select 1 from favourite f where f.account_id = $1 and f.kind = k.kind and f.place = p.place))
     insert into favourite (account_id, kind, target_id, place, created_at)
     select $1, wanted.kind, wanted.id, free.place, $5::timestamptz - wanted.turn * interval '1 microsecond'
     from wanted join free using (kind, turn)`,
    [accountId, targets.map(({ kind }) => kind), targets.map(({ id }) => id), MOST_FAVOURITES, now],
  )
}

/** @throws Rejection TOO_MANY_FAVOURITES, UNAUTHORIZED when the account is gone. @returns since when it is one */
export async function addFavourite(db: Db, accountId: string, target: Target, now: Date): Promise<string> {
  return inTx(db, async (tx) => {
    await lockFavourites(tx, accountId)
    await take(tx, accountId, [target], now)
    const kept = await tx.query<{ created_at: Date }>(
      'select created_at from favourite where account_id = $1 and kind = $2 and target_id = $3',
      [accountId, target.kind, target.id],
    )
    const [row] = kept.rows
    if (!row) throw new Rejection('TOO_MANY_FAVOURITES', { details: { limit: MOST_FAVOURITES } })
    return row.created_at.toISOString()
  })
}

/** @returns how many found no place @throws Rejection UNAUTHORIZED when the account is gone */
export async function addFavourites(
  db: Db,
  accountId: string,
  targets: readonly Target[],
  now: Date,
): Promise<number> {
  return inTx(db, async (tx) => {
    await lockFavourites(tx, accountId)
    await take(tx, accountId, targets, now)
    const missing = await tx.query<{ count: bigint }>(
      `select count(*) as count from (select distinct kind, id from unnest($2::text[], $3::text[]) as w (kind, id)) w
       where not exists (
         select 1 from favourite f where f.account_id = $1 and f.kind = w.kind and f.target_id = w.id)`,
      [accountId, targets.map(({ kind }) => kind), targets.map(({ id }) => id)],
    )
    return Number(missing.rows[0]?.count ?? 0n)
  })
}

export async function dropFavourite(db: Queryable, accountId: string, { kind, id }: Target): Promise<void> {
  await db.query('delete from favourite where account_id = $1 and kind = $2 and target_id = $3', [
    accountId,
    kind,
    id,
  ])
}

/** All of a person's favourites, at most 500 of each kind, the newest first. */
export async function favouritesOf(
  db: Queryable,
  accountId: string,
): Promise<{ assets: Entry[]; collections: Entry[] }> {
  const found = await db.query<{ kind: FavouriteKind; target_id: string; created_at: Date }>(
    'select kind, target_id, created_at from favourite where account_id = $1 order by created_at desc, target_id',
    [accountId],
  )
  const of = (wanted: FavouriteKind) =>
    found.rows
      .filter(({ kind }) => kind === wanted)
      .map(({ target_id, created_at }) => ({ id: target_id, since: created_at.toISOString() }))
  return { assets: of('asset'), collections: of('collection') }
}
