import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Deps } from '../deps.ts'
import { effectivePayload, type Token } from '../payload/effective.ts'
import type { VirtualRow } from './rows.ts'

/** A token with what its payload says of it alone. */
type OwnToken = Token & { payload: Payload | null }

/** CA-59 to CA-62: what holds of the last of these, signed. @param rows a collection, and an item of it */
export async function effectiveOf(
  { signer }: Pick<Deps, 'signer'>,
  projectName: string | undefined,
  rows: readonly VirtualRow[],
  token?: OwnToken,
) {
  const levels = [...rows, token].flatMap((one) => one?.payload ?? [])
  const [collection, item] = rows
  const names = {
    ...(projectName !== undefined && { project_name: projectName }),
    ...(collection && { collection_name: collection.name }),
    ...(item && { item_name: item.name }),
  }
  return levels.length === 0 ? null : signer.sign(effectivePayload(levels, names, token))
}
