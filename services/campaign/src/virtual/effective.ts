import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import type { Deps } from '../deps.ts'
import { effectivePayload, type Token } from '../payload/effective.ts'
import type { VirtualRow } from './rows.ts'

type Named = Pick<VirtualRow, 'id' | 'name' | 'payload'>
/** A token with its number within the item, and what its payload says of it alone. */
type OwnToken = Token & { number: number; payload: Payload | null }

/** CA-59 to CA-62: what holds of the last of these, a collection, an item in one or a token of one, signed as of it. */
export async function effectiveOf(
  { signer, now }: Pick<Deps, 'signer' | 'now'>,
  projectName: string | undefined,
  [collection, item]: readonly [Named | undefined, Named?],
  token?: OwnToken,
) {
  const levels = [collection, item, token].flatMap((one) => one?.payload ?? [])
  const names = {
    ...(projectName !== undefined && { project_name: projectName }),
    ...(collection && { collection_name: collection.name }),
    ...(item && { item_name: item.name }),
  }
  const whole = item ? `vitem:${item.id}` : `vcollection:${collection?.id}`
  const subject = token ? `${whole}:${token.number}` : whole
  return levels.length === 0
    ? null
    : signer.sign(effectivePayload(levels, names, token), { subject, at: now() })
}
