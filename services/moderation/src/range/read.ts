import { type NftRange, rangeOf } from '@talad/proto/nft-range'
import { lowerAddress } from '@talad/shared/chain/address'

type Asked = {
  blockchain: string
  contract_address: string
  token_from?: string | undefined
  token_to?: string | undefined
  abstract?: { kind: string; collection_id: string; item_id?: string | undefined } | undefined
}

/** A range as an admin writes it. @throws Rejection VALIDATION on a bad checksum (GW-17) */
export function readRange({ abstract, ...asked }: Asked, field: string): NftRange {
  return rangeOf({
    blockchain: asked.blockchain,
    contractAddress: lowerAddress(asked.contract_address, `${field}.contract_address`),
    tokenFrom: asked.token_from,
    tokenTo: asked.token_to,
    ...(abstract && {
      abstract: {
        kind: abstract.kind,
        collectionId: abstract.collection_id,
        ...(abstract.item_id !== undefined && { itemId: abstract.item_id }),
      },
    }),
  })
}
