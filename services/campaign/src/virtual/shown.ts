import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { checkPayload } from '../payload/validate.ts'
import type { VirtualRow } from './rows.ts'

/** What everybody may know: what was saved of a payload is not in it, since a coupon may be. */
export const shownOpen = (row: VirtualRow) => ({
  _id: row.id,
  project_id: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  tags: row.tags,
  mint_limit: row.mint_limit,
  mint_count: row.mint_count,
  archived: row.archived,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

const placeOf = ({ collection_id = '', number = 0 }: VirtualRow) => ({ collection_id, number })
export const shownOpenItem = (row: VirtualRow) => ({ ...shownOpen(row), ...placeOf(row) })

export const shown = (row: VirtualRow) => ({
  ...shownOpen(row),
  mint_reserve: row.mint_reserve,
  payload: row.payload,
})
export const shownItem = (row: VirtualRow) => ({ ...shown(row), ...placeOf(row) })

/** CA-61: of a payload that was saved. */
export function warningsOf({ payload }: VirtualRow, inherited: Payload | undefined) {
  const checked = payload && checkPayload(payload, inherited)
  return checked && 'warnings' in checked ? checked.warnings : []
}
