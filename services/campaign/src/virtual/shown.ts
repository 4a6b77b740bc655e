import { inherit } from '../payload/inherit.ts'
import type { Payload } from '../payload/modules.ts'
import { checkPayload } from '../payload/validate.ts'
import type { VirtualRow } from './rows.ts'

const base = (row: VirtualRow) => ({
  _id: row.id,
  project_id: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  tags: row.tags,
  mint_limit: row.mint_limit,
  mint_count: row.mint_count,
  mint_reserve: row.mint_reserve,
  archived: row.archived,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

const placeOf = ({ collection_id = '', number = 0 }: VirtualRow) => ({ collection_id, number })

const imageOf = (...levels: readonly (VirtualRow | undefined)[]) =>
  inherit(levels.flatMap((row) => row?.payload ?? [])).assets?.image ?? null

/** What everybody may know: what was saved of a payload is not in it, since a coupon may be. */
export const shownOpen = (row: VirtualRow) => ({ ...base(row), image: imageOf(row) })
export const shownOpenItem = (row: VirtualRow, above: VirtualRow | undefined) => ({
  ...base(row),
  ...placeOf(row),
  image: imageOf(above, row), // CA-59
})

export const shown = (row: VirtualRow) => ({
  ...base(row),
  payload: row.payload,
})
export const shownItem = (row: VirtualRow) => ({ ...shown(row), ...placeOf(row) })

/** CA-61: of a payload that was saved. */
export function warningsOf({ payload }: VirtualRow, inherited: Payload | undefined) {
  const checked = payload && checkPayload(payload, inherited)
  return checked && 'warnings' in checked ? checked.warnings : []
}
