import { inherit } from '@talad/proto/http/campaign/payload/inherit'
import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { type Names, substitute } from '@talad/proto/http/campaign/payload/substitute'

/** A token of an item, under the id that its contract knows it by. */
export type Token = { id: bigint; standard: 'erc721' | 'erc1155' | 'virtual' }

/** CA-62: ERC-1155 defines the padding, the others have none. */
const idText = ({ id, standard }: Token) =>
  standard === 'erc1155' ? id.toString(16).padStart(64, '0') : id.toString()

const filled = (assets: Record<string, string>, id: string) =>
  Object.fromEntries(Object.entries(assets).map(([key, text]) => [key, text.replaceAll('{id}', id)]))

/**
 * What everybody may read of a collection, an item or a token: inherited, with variables and ids filled in. A coupon that
 * isn't public is its holder's, and left out (CA-66, CA-82).
 * @param levels payloads from the collection's on
 */
export function effectivePayload(levels: readonly Payload[], names: Names, token?: Token): Payload {
  const { 'coupon-code': coupon, ...open } = inherit(levels)
  const all = token ? { ...names, token_id: token.id.toString() } : names
  const effective: Payload = coupon?.public ? { ...open, 'coupon-code': coupon } : open
  if (open.description !== undefined) effective.description = substitute(open.description, open, all)
  if (open.assets && token) effective.assets = filled(open.assets, idText(token))
  return effective
}
