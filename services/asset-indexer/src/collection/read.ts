import type { Collection, CollectionCheck, VerificationState } from '@talad/proto/http/asset-indexer/assets'
import type { Queryable } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { type Conditions, conditions, inCollections } from '../asset/sql.ts'
import type { ContractType } from '../chain/facts.ts'
import type { Deps } from '../deps.ts'
import { mediaUrl } from '../media/routes.ts'
import { MAX_DESCRIPTION } from '../sync/metadata.ts'
import { requireShownHere, seesSuspended } from '../viewer/viewer.ts'

export type CollectionRow = {
  id: string
  blockchain: string
  address: string
  type: ContractType
  slug: string
  name: string
  description: string
  creator: string | null
  suspended: boolean
  items: number
  owners: number
  listed: number
  floor: string | null
  volume: string
  r360: string | null
  next_block: bigint | null
  verification: VerificationState
  verification_checks: CollectionCheck[]
  verification_evidence: string
  verification_reason: string
  verification_at: Date | null
  verification_asked_at: Date | null
  continents: string[]
  version: number
  changed_by: string | null
  changed_at: Date | null
}

/** Lists hold many collections: of a long description they show the beginning. */
const LISTED_DESCRIPTION = 300

const COLUMNS = `c.id, c.blockchain, c.address, c.type, c.slug, c.name, c.creator, c.suspended, c.items, c.owners, c.listed,
  trim_scale(c.floor)::text as floor, trim_scale(c.volume)::text as volume,
  c.verification, c.verification_checks, c.verification_evidence, c.verification_reason, c.verification_at,
  c.verification_asked_at, c.continents, c.next_block, c.version, c.changed_by, c.changed_at,
  coalesce(
    (select a.r360 from asset a where a.id = any(c.samples) and a.r360 is not null and not a.suspended and a.supply > 0
      order by array_position(c.samples, a.id) limit 1),
    (select a.r360 from asset a where a.collection_id = c.id and a.r360 is not null and not a.suspended
      order by a.token_id limit 1)) as r360`

/** As the contract shows it. */
export function toCollection(row: CollectionRow): Collection {
  const { id, slug, name, description, creator, items, owners, listed, floor, volume, suspended } = row
  return {
    _id: id,
    slug,
    name,
    description,
    creator,
    contract: { blockchain: row.blockchain, address: row.address, type: row.type },
    image: mediaUrl(row.r360),
    items,
    owners,
    listed,
    floor,
    volume,
    suspended,
    verification: {
      state: row.verification,
      checks: row.verification_checks,
      at: row.verification === 'verified' ? (row.verification_at?.toISOString() ?? null) : null,
    },
  }
}

export async function selectCollections(
  db: Queryable,
  where: Conditions,
  tail: string,
  longest = LISTED_DESCRIPTION,
): Promise<CollectionRow[]> {
  const result = await db.query<CollectionRow>(
    `select ${COLUMNS}, left(c.description, ${longest}) as description from collection c where ${where.text()} ${tail}`,
    where.values,
  )
  return result.rows
}

/** @throws Rejection NOT_FOUND, COLLECTION_SUSPENDED */
export async function pickCollection(
  deps: Pick<Deps, 'db' | 'auth'>,
  idOrSlug: string,
  actor: Actor | undefined,
): Promise<CollectionRow> {
  const where = conditions()
  inCollections(where, [idOrSlug])
  const wanted = where.value(idOrSlug)
  const [row] = await selectCollections(
    deps.db,
    where,
    `order by (c.id = ${wanted}) desc, (c.slug = ${wanted}) desc limit 1`,
    MAX_DESCRIPTION,
  )
  if (!row) throw new Rejection('NOT_FOUND')
  await requireShownHere(deps, row, actor)
  if (row.suspended && !(await seesSuspended(deps, row.id, actor)))
    throw new Rejection('COLLECTION_SUSPENDED') // GW-7
  return row
}
