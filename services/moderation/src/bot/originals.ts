import { NEAR_PICTURES } from '@talad/proto/perceptual-hash'
import type { Queryable, Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { issuedAs } from './known.ts'
import { reportByBot } from './report.ts'
import { judge } from './rules.ts'

/** A contract of which an active issuer has tokens, or whose collection was verified (AI-8), and what it is known by. */
export type Original = { sheet_id: string; names: string[]; fingerprint: string; after: string }

const PAGE = 500

/** Those that are not compared yet with all that was read before them. What is no longer one is forgotten. */
export async function originalsToCompare(tx: Tx): Promise<Original[]> {
  const { rows } = await tx.query<Original>(
    `with own as (
       select r.sheet_id, array_agg(n.name) as names, string_agg(r.tokens::text, ' ' order by r.tokens) as ranges
       from issuer_range r join issuer i on i.issuer_id = r.issuer_id and i.active
         cross join lateral (values (i.name_th), (i.name_en)) n (name)
       where r.about = '' group by 1),
     checked as (select distinct blockchain || ':' || contract_address as sheet_id from asset_replica where verified),
     found as (
       select sheet_id, array(select distinct name from unnest(own.names || c.name) n (name) where name <> '' order by 1) as names,
         own.ranges, checked.sheet_id is not null as verified
       from own full join checked using (sheet_id) left join collection_reading c using (sheet_id)),
     gone as (delete from bot_original where sheet_id not in (select sheet_id from found))
     select f.sheet_id, f.names, m.fingerprint,
       case when b.fingerprint = m.fingerprint then b.after else '' end as after
     from found f cross join lateral (select md5(row(f.names, f.ranges, f.verified)::text) as fingerprint) m
       left join bot_original b using (sheet_id)
     where b.fingerprint is distinct from m.fingerprint or b.after is not null order by 1`,
  )
  return rows
}

type Candidate = {
  asset_id: string
  name: string
  collection: string
  metadata_hash: string
  near: { name: string; distance: number } | null
}

/** The next assets of others, each with the picture of the original that is nearest to its own. */
async function candidates(db: Queryable, { sheet_id, after }: Original): Promise<Candidate[]> {
  const { rows } = await db.query<Candidate>(
    `with original as materialized (
       select o.name, o.picture from asset_reading o where o.sheet_id = $1 and o.picture is not null and ${issuedAs('o')})
     select a.asset_id, a.name, coalesce(c.name, '') as collection, a.metadata_hash, n.near
     from asset_reading a join asset_replica k using (asset_id) left join collection_reading c using (sheet_id)
       left join lateral (
         select json_build_object('name', coalesce(nullif(o.name, ''),
             (select name from collection_reading where sheet_id = $1), ''),
           'distance', bit_count(o.picture # a.picture)::int) as near
         from original o where bit_count(o.picture # a.picture) <= $3
         order by bit_count(o.picture # a.picture) limit 1) n on true
     where a.asset_id > $2 and a.sheet_id <> $1 and not ${issuedAs('a')} order by a.asset_id limit $4`,
    [sheet_id, after, NEAR_PICTURES, PAGE],
  )
  return rows
}

/**
 * MO-15: compares the next of what was read before with an original, and reports what looks like it. Done again it
 * reports nothing twice.
 * @returns how far it has come; undefined: to the end
 */
export async function compareNext(tx: Tx, original: Original, now: Date): Promise<Original | undefined> {
  await lockKey(tx, 'bot-readings') // what is read meanwhile knows of the original itself
  const { sheet_id, names, fingerprint } = original
  const rows = await candidates(tx, original)
  for (const { asset_id: assetId, name, collection, metadata_hash: metadataHash, near } of rows) {
    const reading = { collectionName: collection, texts: [{ field: 'name', text: name }] }
    const known = { blacklist: new Set<string>(), isIssued: false, names, near: near ?? undefined }
    for (const finding of judge(reading, known))
      await reportByBot(tx, { assetId, metadataHash, ...finding }, now)
  }
  const after = rows.length < PAGE ? null : (rows.at(-1)?.asset_id ?? null)
  await tx.query(
    `insert into bot_original (sheet_id, fingerprint, after) values ($1, $2, $3)
     on conflict (sheet_id) do update set fingerprint = excluded.fingerprint, after = excluded.after`,
    [sheet_id, fingerprint, after],
  )
  return after === null ? undefined : { ...original, after }
}
