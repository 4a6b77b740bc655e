import type { FeesChanged } from '@talad/proto/moderation/v1/fee'
import { FeesChangedSchema } from '@talad/proto/moderation/v1/fee'
import { columns, type Tx } from '@talad/shared/db'
import { each } from '@talad/shared/each'
import { replica } from '@talad/shared/replica'

/** The sheet of the service fee that counts where a contract has none of its own. */
export const GENERAL = 'general'

type Place = { blockchain: string; contractAddress: string }
export const sheetIdOf = ({ blockchain, contractAddress }: Place) =>
  contractAddress === '' ? GENERAL : `${blockchain}:${contractAddress}`

const orNull = (text: string) => (text === '' ? null : text)

async function saveFees(tx: Tx, sheetId: string, { fees }: FeesChanged): Promise<void> {
  await tx.query('delete from fee_replica where sheet_id = $1', [sheetId])
  await tx.query(
    `insert into fee_replica (sheet_id, fee_id, type, customer_id, issuer_id, collection_id, basis_points, enabled)
     select $1, f.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[],
       $8::boolean[]) f`,
    [
      sheetId,
      ...columns(
        fees,
        ({ feeId }) => feeId,
        ({ type }) => type,
        ({ customerId }) => orNull(customerId),
        ({ issuerId }) => orNull(issuerId),
        ({ collectionId }) => orNull(collectionId),
        ({ basisPoints }) => basisPoints,
        ({ enabled }) => enabled,
      ),
    ],
  )
}

async function saveRanges(tx: Tx, sheetId: string, { ranges }: FeesChanged): Promise<void> {
  await tx.query('delete from issuer_range where sheet_id = $1', [sheetId])
  await tx.query(
    `insert into issuer_range (sheet_id, issuer_id, customer_id, token_from, token_to, abstract_kind,
       abstract_collection_id, abstract_item_id, place)
     select $1, r.* from unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::text[], $7::text[],
       $8::text[]) with ordinality r`,
    [
      sheetId,
      ...columns(
        ranges,
        ({ issuerId }) => issuerId,
        ({ customerId }) => customerId,
        ({ tokenFrom }) => orNull(tokenFrom),
        ({ tokenTo }) => orNull(tokenTo),
        ({ abstractKind }) => orNull(abstractKind),
        ({ abstractCollectionId }) => orNull(abstractCollectionId),
        ({ abstractItemId }) => orNull(abstractItemId),
      ),
    ],
  )
}

/** OB-32: what is taken of sales; all of a contract comes at once, an older state that comes late changes nothing. */
export const fees = replica({
  name: 'fees',
  tables: ['fee_sheet', 'fee_replica', 'issuer_range'],
  topic: 'moderation.fee.v1',
  group: 'order-book.fee',
  event: FeesChangedSchema,
  key: ['sheet_id'],
  revision: 'revision',
  columns: (event) => ({ sheet_id: sheetIdOf(event), revision: event.revision }),
  saved: each(async (tx: Tx, event: FeesChanged) => {
    await saveFees(tx, sheetIdOf(event), event)
    await saveRanges(tx, sheetIdOf(event), event)
  }),
})
