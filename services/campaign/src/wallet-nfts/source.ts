import { outsideText } from '@talad/shared/text'
import { z } from 'zod'

/** A token as a third party knows it. */
export type OwnedNft = {
  contract: { address: string; name: string | null; symbol: string | null; type: 'erc721' | 'erc1155' | null }
  tokenId: string
  balance: string
  name: string | null
  description: string | null
  image: string | null
  tokenUri: string | null
  traits: { type: string; value: string }[]
  spam: boolean
}

/** `pageKey`: of the next page; `block`: to which the chain is known to the source */
export type OwnedPage = { nfts: OwnedNft[]; pageKey: string | undefined; block: number }

/** Who knows what is in wallets on a chain. Throws when no answer came. */
export type NftSource = {
  blockchain: string
  ownedBy(owner: string, pageKey: string | undefined): Promise<OwnedPage>
}

const text = (max: number) => outsideText(max).nullish().catch(null)
const trait = z.object({
  trait_type: z.coerce.string().pipe(outsideText(200)).catch(''),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(outsideText(500)),
})
const decimal = z.string().regex(/^(0|[1-9][0-9]{0,77})$/)

const owned = z.object({
  contract: z.object({
    address: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .toLowerCase(),
    name: text(200),
    symbol: text(50),
    isSpam: z.boolean().nullish().catch(null),
  }),
  tokenId: decimal,
  tokenType: text(20),
  name: text(500),
  description: text(5_000),
  tokenUri: text(2_000),
  image: z
    .object({ cachedUrl: text(2_000), originalUrl: text(2_000) })
    .nullish()
    .catch(null),
  raw: z
    .object({
      metadata: z
        .object({ attributes: z.array(z.unknown()).nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  balance: decimal.catch('1'),
})

const answer = z.object({
  ownedNfts: z.array(z.unknown()).max(1_000),
  pageKey: z.string().min(1).max(1_000).nullish(),
  validAt: z.object({ blockNumber: z.int().min(0) }),
})

const MOST_TRAITS = 100
const httpsOf = (given: string | null | undefined) =>
  given && URL.parse(given)?.protocol === 'https:' ? given : null
const typeOf = (tokenType: string | null | undefined) =>
  tokenType === 'ERC721' ? ('erc721' as const) : tokenType === 'ERC1155' ? ('erc1155' as const) : null

/** One token of a page; what isn't readable is left out, and the rest of the page is not. */
function nftOf(given: unknown): OwnedNft[] {
  const { data: one } = owned.safeParse(given)
  if (!one) return []
  const traits = (one.raw?.metadata?.attributes ?? []).flatMap((item) => trait.safeParse(item).data ?? [])
  const { address, name, symbol, isSpam } = one.contract
  return [
    {
      contract: { address, name: name ?? null, symbol: symbol ?? null, type: typeOf(one.tokenType) },
      tokenId: one.tokenId,
      balance: one.balance,
      name: one.name ?? null,
      description: one.description ?? null,
      image: httpsOf(one.image?.cachedUrl) ?? httpsOf(one.image?.originalUrl),
      tokenUri: one.tokenUri ?? null,
      traits: traits.slice(0, MOST_TRAITS).map(({ trait_type: type, value }) => ({ type, value })),
      spam: isSpam ?? false,
    },
  ]
}

const PAGE_SIZE = 50
const MOST_BYTES = 10_000_000

/** Reads an answer no further than is good for us. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Error('the source answers too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/**
 * A third party by the wire format of `getNFTsForOwner`, version 3, which several offer.
 * @param at.url of one chain, with the key where it is part of the address
 */
export function createNftSource(at: { blockchain: string; url: string; timeoutMs: number }): NftSource {
  return {
    blockchain: at.blockchain,
    async ownedBy(owner, pageKey) {
      const query = new URLSearchParams({ owner, withMetadata: 'true', pageSize: String(PAGE_SIZE) })
      if (pageKey !== undefined) query.set('pageKey', pageKey)
      const response = await fetch(`${at.url.replace(/\/$/, '')}/getNFTsForOwner?${query}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(at.timeoutMs),
        redirect: 'error',
      })
      if (!response.ok) throw new Error(`the source of NFTs on ${at.blockchain} answers ${response.status}`)
      const { ownedNfts, pageKey: next, validAt } = answer.parse(JSON.parse(await textOf(response)))
      return {
        nfts: ownedNfts.flatMap(nftOf),
        pageKey: next == null || next === pageKey ? undefined : next, // CA-81
        block: validAt.blockNumber,
      }
    },
  }
}
