import type { FeeSheet } from '@talad/proto/http/moderation/fees'
import type { Queryable } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { load } from '@talad/shared/stream'
import { mostOf, ownService } from './decide.ts'
import type { Sheet } from './events.ts'
import { GENERAL, type Place, placeOf, sheetIdOf } from './place.ts'
import { sheets } from './stream.ts'

/** The general service fee, in basis points. */
async function generalFee(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ own_service: number | null }>(
    'select own_service from fee_sheet where sheet_id = $1',
    [GENERAL],
  )
  return rows[0]?.own_service ?? 0
}

/** The fees of a contract as admins see them. */
export async function shownSheet(
  db: Queryable,
  sheetId: string,
  sheet: Sheet | undefined,
): Promise<FeeSheet> {
  const place = sheetId === GENERAL ? undefined : placeOf(sheetId)
  const fees = (sheet?.fees ?? []).filter(({ removed }) => !removed)
  const general = place ? await generalFee(db) : 0
  return {
    blockchain: place?.blockchain ?? null,
    contract_address: place?.contractAddress ?? null,
    version: sheet?.version ?? 0,
    changed_by: sheet?.changedBy ?? null,
    changed_at: sheet?.changedAt.toISOString() ?? null,
    fees: fees.map(({ id, type, customerId, issuerId, collectionId, basisPoints, enabled }) => ({
      fee_id: id,
      type,
      customer_id: customerId,
      issuer_id: issuerId,
      collection_id: collectionId,
      percent: basisPoints / 100,
      enabled,
    })),
    service_percent: (ownService(fees) ?? general) / 100,
    total_percent: mostOf(fees, { general }) / 100,
  }
}

export async function readSheet(db: Queryable, sheetId: string): Promise<FeeSheet> {
  return shownSheet(db, sheetId, (await load(db, sheets, sheetId)).state)
}

type Listed = { contract: string | undefined; size: number; index: number; count: boolean }

/** The contracts that have fees of their own, what was changed last first. */
export async function sheetIds(db: Queryable, { contract, size, index, count }: Listed) {
  const from = `from fee_sheet s where s.sheet_id <> '${GENERAL}' and ($1::text is null or s.contract_address = $1)
    and exists (select 1 from fee f where f.sheet_id = s.sheet_id and not f.removed)`
  const values = [contract ?? null]
  const { rows } = await db.query<{ id: string }>(
    `select s.sheet_id as id ${from} order by s.changed_at desc, s.sheet_id limit $2 offset $3`,
    [...values, size, size * index],
  )
  return { ids: rows.map(({ id }) => id), total: await countIf(count, db, from, values) }
}

/** Where a collection is: what is indexed of it says so. */
export async function placeOfCollection(db: Queryable, collectionId: string): Promise<Place | undefined> {
  const { rows } = await db.query<{ blockchain: string; contract_address: string }>(
    'select blockchain, contract_address from asset_replica where collection_id = $1 limit 1',
    [collectionId],
  )
  const [row] = rows
  return row && { blockchain: row.blockchain, contractAddress: row.contract_address }
}

/** The collection that a contract is; undefined: nothing of it is indexed yet. */
export async function collectionAt(db: Queryable, place: Place): Promise<string | undefined> {
  const { rows } = await db.query<{ collection_id: string }>(
    'select collection_id from asset_replica where contract_address = $1 and blockchain = $2 limit 1',
    [place.contractAddress, place.blockchain],
  )
  return rows[0]?.collection_id
}

/** Every contract that an issuer has ranges or fees in. */
export async function placesOf(db: Queryable, issuerId: string, ranges: readonly Place[]): Promise<string[]> {
  const { rows } = await db.query<{ sheet_id: string }>(
    'select distinct sheet_id from fee where issuer_id = $1 and not removed',
    [issuerId],
  )
  return [...new Set([...ranges.map(sheetIdOf), ...rows.map((row) => row.sheet_id)])].sort()
}
