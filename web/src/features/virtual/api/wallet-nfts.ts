import { walletNftsHttp } from '@talad/proto/http/campaign/wallet-nfts'
import { call } from '@talad/ui/client/call'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { keys } from '../../../market/reads/query-keys.ts'

type Page = z.output<typeof walletNftsHttp.walletNfts.response>
export type WalletNft = Page['assets'][number]

/** Which of a wallet's NFTs are shown. */
export type Shown = { chains: readonly string[]; withSpam: boolean }
type Next = { token: string; blocks: Page['web3_blocks'] }

/** Where the next page begins: none where there is no token, or the one that was sent (CA-81). */
export function nextOf({ nextPageToken: token, web3_blocks: blocks }: Page, sent?: string): Next | undefined {
  return token === null || token === sent ? undefined : { token, blocks }
}

/** What is in the wallet of a linked identity, on all chains or these (WB-18), page after page. */
export function walletNftsQuery(linkId: string, { chains, withSpam }: Shown) {
  return infiniteQueryOptions({
    queryKey: [keys.holdings, 'nfts', linkId, chains, withSpam],
    queryFn: ({ signal, pageParam }) => {
      const query = {
        idp_link_id: linkId,
        ...(chains.length > 0 ? { blockchain: chains.join(',') } : {}),
        ...(withSpam ? { spam: '1' as const } : {}),
        ...(pageParam
          ? { next_page_token: pageParam.token, web3_blocks: JSON.stringify(pageParam.blocks) }
          : {}),
      }
      return call(walletNftsHttp.walletNfts, { query }, { signal })
    },
    initialPageParam: undefined as Next | undefined,
    getNextPageParam: (last, _all, sent) => nextOf(last, sent?.token),
    staleTime: 60_000, // CA-81: the source is read once a minute
  })
}
