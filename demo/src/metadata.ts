import { type CollectionKey, collectionOf, tokenOf } from './collections.ts'
import { hasSound } from './picture.ts'
import { bilingual, type Trait } from './token.ts'

/** One attribute as marketplaces read it. */
export interface Attribute {
  trait_type: string
  value: string | number
  display_type?: 'number'
}

/** The metadata of a token, as its tokenURI (ERC-721) or uri (ERC-1155) answers it. */
export interface TokenMetadata {
  name: string
  description: string
  image: string
  /** a sound besides the picture */
  animation_url?: string
  attributes: readonly Attribute[]
}

/** The metadata of a collection, as its contractURI answers it. */
export interface ContractMetadata {
  name: string
  symbol: string
  description: string
  image: string
  banner_image: string
}

function attribute({ type, value }: Trait): Attribute {
  const trait_type = bilingual(type)
  return typeof value === 'number'
    ? { trait_type, value, display_type: 'number' }
    : { trait_type, value: bilingual(value) }
}

/** The metadata of a token, Thai and English in one text. Throws RangeError for an unknown token. */
export function metadata(key: CollectionKey, tokenId: number): TokenMetadata {
  const token = tokenOf(key, tokenId)
  const { cid } = collectionOf(key)
  return {
    name: bilingual(token.name),
    description: `${token.description.th}\n\n${token.description.en}`,
    image: `ipfs://${cid}/${tokenId}.svg`,
    ...(hasSound(key, tokenId) && { animation_url: `ipfs://${cid}/${tokenId}.wav` }),
    attributes: token.traits.map(attribute),
  }
}

/** The metadata of a collection. */
export function contractMetadata(key: CollectionKey): ContractMetadata {
  const { name, symbol, description, cover, banner } = collectionOf(key)
  return {
    name: bilingual(name),
    symbol,
    description: `${description.th}\n\n${description.en}`,
    image: cover,
    banner_image: banner,
  }
}
