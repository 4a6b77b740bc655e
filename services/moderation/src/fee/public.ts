import type { PublicFees } from '@talad/proto/http/moderation/fees'
import type { Queryable } from '@talad/shared/db'
import { besidesService, ownService } from './decide.ts'
import { GENERAL, sheetIdOf } from './place.ts'
import { placeOfCollection } from './read.ts'

type FeeRow = {
  sheet_id: string
  type: 'service' | 'royalty' | 'issuer'
  basis_points: number
  th: string | null
  en: string | null
}

/** What of a contract's fees is taken now: enabled, and of an issuer that has tokens there (OB-32). */
const IN_FORCE = `select f.sheet_id, f.type, f.basis_points, i.name_th as th, i.name_en as en
  from fee f left join issuer i using (issuer_id)
  where f.sheet_id = any($1) and f.enabled and f.basis_points > 0
    and (f.type <> 'issuer' or exists
      (select 1 from issuer_range r where r.sheet_id = f.sheet_id and r.issuer_id = f.issuer_id))
  order by array_position(array['service', 'royalty', 'issuer'], f.type), f.basis_points desc, f.fee_id`

/** The service fee of the contract counts before the general one, also where it is nothing. */
async function hasOwnService(db: Queryable, sheetId: string): Promise<boolean> {
  const { rows } = await db.query('select 1 from fee_sheet where sheet_id = $1 and own_service is not null', [
    sheetId,
  ])
  return rows.length > 0
}

/** MO-36: what a sale in a collection pays, without anybody's customer id; undefined: there is no such collection. */
export async function publicFeesOf(db: Queryable, collectionId: string): Promise<PublicFees | undefined> {
  const place = await placeOfCollection(db, collectionId)
  if (!place) return undefined
  const sheetId = sheetIdOf(place)
  const { rows } = await db.query<FeeRow>(IN_FORCE, [[sheetId, GENERAL]])
  const own = await hasOwnService(db, sheetId)
  const fees = rows
    .filter((row) => row.sheet_id === sheetId || !own)
    .map((row) => ({ ...row, basisPoints: row.basis_points, enabled: true, removed: false }))
  const sum = (type: FeeRow['type']) => besidesService(fees.filter((fee) => fee.type === type))
  const parts = { service: ownService(fees) ?? 0, royalty: sum('royalty'), issuer: sum('issuer') }
  return {
    service_fee: parts.service / 100,
    royalty_fee: parts.royalty / 100,
    issuer_fee: parts.issuer / 100,
    total: (parts.service + parts.royalty + parts.issuer) / 100,
    payees: fees.map(({ type, basisPoints, th, en }) => ({
      type,
      percent: basisPoints / 100,
      label: th !== null && en !== null ? { th, en } : null,
    })),
  }
}
