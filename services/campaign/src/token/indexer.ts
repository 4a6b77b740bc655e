import { getAsset } from '@talad/proto/http/asset-indexer/assets'
import { heldTokensHttp } from '@talad/proto/http/asset-indexer/held-tokens'
import { createClient, ResponseError } from '@talad/proto/http/client'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import type { z } from 'zod'
import type { OnChain } from './find.ts'

/** A contract that is asked about; without ranges all of it. */
export type AskedContract = {
  blockchain: string
  address: string
  ranges: { from: bigint; to: bigint }[]
}

/** What wallets have by the index (CA-27). */
export type HeldTokens = {
  blockchain: string
  block: number
  isLate: boolean
  /** not all of it is told */
  more: boolean
  tokens: {
    address: string
    standard: 'ERC721' | 'ERC1155'
    tokenId: bigint
    suspended: boolean
    /** from the chain itself */
    read: boolean
    holdings: { wallet: string; units: bigint }[]
    /** undefined: not read yet */
    traits: [string, string][] | undefined
  }[]
}

type AskedHeld = {
  wallets: readonly string[]
  contracts: readonly AskedContract[]
  chosen: readonly { blockchain: string; address: string; tokenId: bigint }[]
}

/** The marketplace's index, which has read what others minted. */
export type Indexer = {
  /** @param wallets of which it says what they hold @throws Rejection NOT_FOUND, ASSET_SUSPENDED as it says, UNAVAILABLE when it can't be asked */
  asset(at: OnChain, wallets?: readonly string[]): Promise<z.output<typeof getAsset.response>>
  /** What wallets have of contracts. @throws where it can't be asked */
  held(asked: AskedHeld): Promise<HeldTokens>
}

type At = { url: string; internalToken: string; log: Pick<Platform['log'], 'warn'> }

export function makeIndexer(at: At): Indexer {
  const call = createClient({ baseUrl: at.url, timeoutMs: 5_000 })
  return {
    async held({ wallets, contracts, chosen }) {
      const body = {
        wallets: [...wallets],
        contracts: contracts.map(({ blockchain, address, ranges }) => ({
          blockchain,
          contract_address: address,
          ranges: ranges.map(({ from, to }): [string, string] => [from.toString(), to.toString()]),
        })),
        chosen: chosen.map(({ blockchain, address, tokenId }) => ({
          blockchain,
          contract_address: address,
          token_id: tokenId.toString(),
        })),
      }
      const headers = { 'x-internal-token': at.internalToken }
      const { late, tokens, block, ...answer } = await call(heldTokensHttp.heldTokens, { body }, { headers })
      return {
        ...answer,
        block: Number(block),
        isLate: late,
        tokens: tokens.map((one) => ({
          address: one.contract_address,
          standard: one.type === 'erc721' ? 'ERC721' : 'ERC1155',
          tokenId: BigInt(one.token_id),
          suspended: one.suspended,
          read: one.read,
          holdings: one.holders.map(({ wallet, quantity }) => ({ wallet, units: BigInt(quantity) })),
          traits: one.traits ?? undefined,
        })),
      }
    },
    asset: ({ blockchain: bc, contract_address: ad, token_id: ti }, wallets = []) =>
      call(getAsset, {
        query: { bc, ad, ti, is: '0', ...(wallets.length > 0 && { wl: wallets.join() }) },
      }).catch((err: unknown) => {
        const code = err instanceof ResponseError ? err.code : undefined
        if (code === 'not_found') throw new Rejection('NOT_FOUND')
        if (code === 'asset_suspended') throw new Rejection('ASSET_SUSPENDED') // MO-7
        at.log.warn({ err }, 'the asset indexer can not be asked')
        throw new Rejection('UNAVAILABLE')
      }),
  }
}
