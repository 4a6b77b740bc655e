import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { checkPayload } from '../payload/validate.ts'
import type { VirtualRow } from './rows.ts'

/** What everybody may know: what was saved of a payload is not in it, since a coupon may be. */
const open = (row: VirtualRow) => ({
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
const own = ({ mint_reserve, payload }: VirtualRow) => ({ mint_reserve, payload })

export const shownOpen = (row: VirtualRow) => ({ ...open(row), ...inCollection(row) })
export const shownOpenItem = (row: VirtualRow) => ({ ...open(row), ...inItem(row) })
export const shown = (row: VirtualRow) => ({ ...shownOpen(row), ...own(row) })
export const shownItem = (row: VirtualRow) => ({ ...shownOpenItem(row), ...own(row) })

/** CA-61: of a payload that was saved. */
export function warningsOf({ payload }: VirtualRow, inherited: Payload | undefined) {
  const checked = payload && checkPayload(payload, inherited)
  return checked && 'warnings' in checked ? checked.warnings : []
}
