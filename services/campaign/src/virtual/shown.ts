import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Queryable } from '@talad/shared/db'
import { checkPayload } from '../payload/validate.ts'
import { cidsIn, pinnedAmong } from '../pinning/pins.ts'
import { type Mintable, mintingConfig } from './minting.ts'
import { findAbove, type VirtualRow } from './rows.ts'

const base = (row: VirtualRow) => ({
  _id: row.id,
  project_id: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  tags: row.tags,
  assets: row.assets,
  attributes: row.attributes,
  texts: row.texts,
  mint_limit: row.mint_limit,
  mint_count: row.mint_count,
  mint_reserve: row.mint_reserve,
  archived: row.archived,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

const inCollection = (row: Mintable) => ({ theme: row.theme ?? {}, minting_config: mintingConfig(row) })
const cidFrom = (cids: readonly string[], pinned: ReadonlySet<string>) => ({
  asset_cid: cids[0] ?? null,
  pinned_cids: cids.filter((cid) => pinned.has(cid)),
})
const inItem = ({ collection_id = '', number = 0, metadata = {} }: VirtualRow) => ({
  collection_id,
  number,
  metadata,
})
/** An item, with what of its assets is on decentralised storage. */
type Item = VirtualRow & { cid: ReturnType<typeof cidFrom> }

/** What the items of a collection inherit. */
export const payloadOf = async (db: Queryable, collectionId: string) =>
  (await findAbove(db, collectionId))?.payload

const namedBy = ({ payload }: VirtualRow, inherited: Payload | null | undefined) =>
  cidsIn(inherit([inherited, payload].flatMap((one) => one ?? [])))

/** An item as it is shown. @param inherited the payload of its collection (CA-59) */
export async function withCid(
  db: Queryable,
  row: VirtualRow,
  inherited: Payload | null | undefined,
): Promise<Item> {
  const cids = namedBy(row, inherited)
  return { ...row, cid: cidFrom(cids, await pinnedAmong(db, cids)) }
}

/** Items of one collection, in one look. */
export async function withCids(
  db: Queryable,
  rows: readonly VirtualRow[],
  inherited: Payload | null | undefined,
): Promise<Item[]> {
  const named = rows.map((row) => ({ row, cids: namedBy(row, inherited) }))
  const pinned = await pinnedAmong(db, [...new Set(named.flatMap(({ cids }) => cids))])
  return named.map(({ row, cids }) => ({ ...row, cid: cidFrom(cids, pinned) }))
}

type Pictured = Pick<VirtualRow, 'assets' | 'payload'>
/** What was uploaded for it, else what its payload names, else its collection's (CA-59). */
const imageOf = (row: Pictured, above?: Pictured) => {
  const { assets } = inherit([above, row].flatMap((level) => level?.payload ?? []))
  return row.assets.image ?? assets?.image ?? above?.assets.image ?? null
}

/** What everybody may know: what was saved of a payload is not in it, since a coupon may be. */
export const shownOpen = (row: Mintable) => ({ ...base(row), ...inCollection(row), image: imageOf(row) })
export const shownOpenItem = (row: Item, above: Pictured | undefined) => ({
  ...base(row),
  ...inItem(row),
  cid: row.cid,
  image: imageOf(row, above),
})

export const shown = (row: Mintable) => ({ ...base(row), ...inCollection(row), payload: row.payload })
export const shownItem = (row: Item) => ({
  ...base(row),
  ...inItem(row),
  cid: row.cid,
  payload: row.payload,
})

/** CA-61: of a payload that was saved. */
export function warningsOf({ payload }: VirtualRow, inherited: Payload | undefined) {
  const checked = payload && checkPayload(payload, inherited)
  return checked && 'warnings' in checked ? checked.warnings : []
}
