import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { checkPayload } from '../payload/validate.ts'
import type { VirtualRow } from './rows.ts'

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

const inCollection = ({ theme = {} }: VirtualRow) => ({ theme })
const inItem = ({ collection_id = '', number = 0, metadata = {} }: VirtualRow) => ({
  collection_id,
  number,
  metadata,
})

const imageOf = (...levels: readonly (VirtualRow | undefined)[]) =>
  inherit(levels.flatMap((row) => row?.payload ?? [])).assets?.image ?? null

/** What everybody may know: what was saved of a payload is not in it, since a coupon may be. */
export const shownOpen = (row: VirtualRow) => ({ ...base(row), ...inCollection(row), image: imageOf(row) })
export const shownOpenItem = (row: VirtualRow, above: VirtualRow | undefined) => ({
  ...base(row),
  ...inItem(row),
  image: imageOf(above, row), // CA-59
})

export const shown = (row: VirtualRow) => ({ ...base(row), ...inCollection(row), payload: row.payload })
export const shownItem = (row: VirtualRow) => ({ ...base(row), ...inItem(row), payload: row.payload })

/** CA-61: of a payload that was saved. */
export function warningsOf({ payload }: VirtualRow, inherited: Payload | undefined) {
  const checked = payload && checkPayload(payload, inherited)
  return checked && 'warnings' in checked ? checked.warnings : []
}
