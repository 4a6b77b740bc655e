import type { Payload } from '@talad/proto/http/campaign/payload/modules'
import { tokenHttp as http } from '@talad/proto/http/campaign/tokens'
import type { App } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import { matching } from '../campaign/match.ts'
import type { Deps } from '../deps.ts'
import { tokenIdOf } from '../holding/token.ts'
import type { Token } from '../payload/effective.ts'
import { traitsOf } from '../requirement/condition.ts'
import type { Token as ClaimedToken } from '../requirement/snapshot.ts'
import { effectiveOf } from '../virtual/effective.ts'
import { type FoundToken, findMinted, findToken, type OnChain } from './find.ts'

type Metadata = z.input<typeof http.openRawToken.response>['metadata']
type Standard = Token['standard']

const chainIdOf = ({ item, number }: FoundToken) => tokenIdOf(item.number, number)
const vnftOf = ({ item, number }: FoundToken) => ({
  project_id: item.project_id,
  collection_id: item.collection_id,
  item_id: item.id,
  token_id: String(number),
})

const signedOf = (deps: Deps, found: FoundToken, standard: Standard) =>
  effectiveOf(deps, found.projectName, [found.collection, found.item], {
    id: chainIdOf(found),
    number: found.number,
    standard,
    payload: found.payload,
  })

/** CA-63: a payload as others read it; its picture is that of the payload, else the one that was uploaded. */
function metadataOf(payload: Payload | undefined, { item, collection }: FoundToken): Metadata {
  const { name = item.name, description = item.description, assets = {}, attributes = {} } = payload ?? {}
  return {
    name,
    description,
    image: assets.image ?? item.assets.image ?? collection.assets.image ?? null,
    attributes: Object.entries(attributes).map(([trait_type, { value, display: display_type = null }]) => ({
      trait_type,
      value,
      display_type,
    })),
  }
}

const standards = { erc721: 'ERC721', erc1155: 'ERC1155' } as const
const chainOf = ({ blockchain, contract_address: contractAddress }: At, tokenId: bigint) => ({
  blockchain,
  contractAddress,
  tokenId,
})
type At = Pick<OnChain, 'blockchain' | 'contract_address'>

/** CA-28, CA-32: a token of ours as campaigns ask for it, where it is minted, or as a virtual one. */
function claimed(
  found: FoundToken,
  place: FoundToken['places'][number] | undefined,
  payload: Payload | undefined,
): ClaimedToken {
  const { item, number } = found
  return {
    standard: place ? standards[place.contract_class] : 'VIRTUAL',
    ...(place && { chain: chainOf(place, chainIdOf(found)) }),
    virtual: { collectionId: item.collection_id, itemId: item.id, tokenId: BigInt(number) },
    traits: traitsOf(Object.entries(payload?.attributes ?? {}).map(([key, { value }]) => [key, value])),
  }
}

/** A token of ours by its payload, one of others as the index has read it. */
async function read(deps: Deps, asked: OnChain) {
  const at = { ...asked, contract_address: asked.contract_address.toLowerCase() }
  const minted = await findMinted(deps.db, at)
  if (minted) {
    const { token, place } = minted
    const effective = await signedOf(deps, token, place.contract_class)
    const metadata = metadataOf(effective?.payload, token)
    const nft = { ...place, token_id: at.token_id, metadata }
    return { nft, vnft: vnftOf(token), effective, token: claimed(token, place, effective?.payload) }
  }
  const asset = await deps.indexer.asset(at)
  const { name, description, image, attributes } = asset.metadata
  const metadata: Metadata = {
    name,
    description,
    image,
    attributes: attributes.map(({ trait_type, value, display_type }) => ({
      trait_type,
      value,
      display_type,
    })),
  }
  const { type: contract_class } = asset.contract
  const isRead = asset.internal.metadata.synced_at !== null
  const token: ClaimedToken = {
    standard: standards[contract_class],
    chain: chainOf(at, BigInt(at.token_id)),
    ...(isRead && { traits: traitsOf(metadata.attributes.map((one) => [one.trait_type, one.value])) }),
  }
  return { nft: { ...at, contract_class, metadata }, vnft: null, effective: null, token }
}

/** What tokens are; refusals by the rows of rejections.ts. */
export function tokenRoutes(app: App, deps: Deps): void {
  const matched = async (token: ClaimedToken, asked: boolean | undefined) =>
    asked ? matching(deps.db, token) : []

  app.route(http.openVirtualToken, async ({ query }) => {
    const found = await findToken(deps.db, query.item_id, query.token_id)
    if (!found) throw new Rejection('VIRTUAL_NOT_FOUND', { field: 'token_id' })
    const { item, number, places } = found
    const effective = await signedOf(deps, found, places[0]?.contract_class ?? 'virtual') // CA-62
    return {
      token: {
        ...vnftOf(found),
        tokenIdentityId: `${item.id}:${number}`,
        tokenId: chainIdOf(found).toString(),
        nfts: places,
      },
      effective,
      campaigns: await matched(claimed(found, places[0], effective?.payload), query.match_campaigns),
    }
  })

  app.route(http.openToken, async ({ query: { match_campaigns: asked, ...at } }) => {
    const { nft, vnft, effective, token } = await read(deps, at)
    return { nft, vnft, effective, campaigns: await matched(token, asked) }
  })

  app.route(http.openRawToken, async ({ query: { match_campaigns: asked, ...at } }) => {
    const { nft, token } = await read(deps, at)
    return { metadata: nft.metadata, campaigns: await matched(token, asked) }
  })
}
