import { columns, type Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import type { Row } from '@talad/shared/event-log'
import type { ReadModel } from '@talad/shared/read-model'
import { z } from 'zod'
import { aboutOf } from '../range/stored.ts'
import { besidesService, ownService } from './decide.ts'
import { type Sheet, sheetState } from './events.ts'
import { GENERAL, placeOf } from './place.ts'

const STREAM = 'fee-'
const stored = z.object({ view: sheetState })

async function saveSheet(tx: Tx, sheetId: string, { fees, version, changedBy, changedAt }: Sheet) {
  const place = sheetId === GENERAL ? undefined : placeOf(sheetId)
  await tx.query(
    `insert into fee_sheet (sheet_id, blockchain, contract_address, own_service, besides, version, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (sheet_id) do update set own_service = excluded.own_service, besides = excluded.besides,
       version = excluded.version, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [
      ...[sheetId, place?.blockchain ?? null, place?.contractAddress ?? null],
      ...[ownService(fees) ?? null, besidesService(fees), version, changedBy, changedAt],
    ],
  )
}

async function saveFees(tx: Tx, sheetId: string, { fees }: Sheet): Promise<void> {
  await tx.query('delete from fee where sheet_id = $1', [sheetId])
  await tx.query(
    `insert into fee (sheet_id, fee_id, type, customer_id, issuer_id, collection_id, basis_points, enabled, removed)
     select $1, f.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[],
       $8::boolean[], $9::boolean[]) f`,
    [
      sheetId,
      ...columns(
        fees,
        ({ id }) => id,
        ({ type }) => type,
        ({ customerId }) => customerId,
        ({ issuerId }) => issuerId,
        ({ collectionId }) => collectionId,
        ({ basisPoints }) => basisPoints,
        ({ enabled }) => enabled,
        ({ removed }) => removed,
      ),
    ],
  )
}

async function saveRanges(tx: Tx, sheetId: string, { ranges }: Sheet): Promise<void> {
  await tx.query('delete from issuer_range where sheet_id = $1', [sheetId])
  await tx.query(
    `insert into issuer_range (sheet_id, issuer_id, about, token_from, token_to)
     select $1, r.* from unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[]) r`,
    [
      sheetId,
      ...columns(
        ranges,
        ({ issuerId }) => issuerId,
        ({ range }) => aboutOf(range),
        ({ range }) => range.tokenFrom,
        ({ range }) => range.tokenTo,
      ),
    ],
  )
}

/** What is taken of sales, by contract; what the constraints of the database can say about it, they say. */
export const sheetRows: ReadModel = {
  name: 'fee.sheet',
  tables: ['fee_sheet', 'fee', 'issuer_range'],
  apply: each(async (tx: Tx, { stream, view }: Row) => {
    if (!stream.startsWith(STREAM)) return
    const { view: sheet } = stored.parse({ view })
    const sheetId = stream.slice(STREAM.length)
    await saveSheet(tx, sheetId, sheet)
    await saveFees(tx, sheetId, sheet)
    await saveRanges(tx, sheetId, sheet)
  }),
}
