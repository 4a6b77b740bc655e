import { walletNftsHttp as http, type WalletNft } from '@talad/proto/http/campaign/wallet-nfts'
import { blacklisted } from '@talad/shared/blacklist/domains'
import { blacklistFor } from '@talad/shared/blacklist/known'
import type { Text } from '@talad/shared/blacklist/texts'
import { type App, signedIn } from '@talad/shared/http/app'
import { cacheSlow } from '@talad/shared/kept'
import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { readWallets } from '../replicas/account.ts'
import { pageOf } from './page.ts'
import type { NftSource, OwnedNft, OwnedPage } from './source.ts'

/** CA-81: nothing is told that is older than twice that. */
const KEPT_MS = 30_000
const MOST_KEPT = 200

/** A§5: where a site may be named. */
const textsOf = ({ contract, name, description, image, tokenUri, traits }: OwnedNft): Text[] =>
  [
    { field: 'token_uri', text: tokenUri },
    { field: 'image', text: image },
    { field: 'description', text: description },
    { field: 'name', text: name },
    { field: 'symbol', text: contract.symbol },
    ...traits.map(({ value }) => ({ field: 'traits', text: value })),
  ].flatMap(({ field, text }) => (text === null ? [] : [{ field, text }]))

/** AI-22, CA-81: what is spam is marked. */
async function judged(deps: Deps, nfts: readonly OwnedNft[]): Promise<OwnedNft[]> {
  const list = await blacklistFor(deps.db, nfts.flatMap(textsOf), deps)
  return nfts.map((nft) => ({ ...nft, spam: nft.spam || blacklisted(textsOf(nft), list) !== undefined }))
}

const shown = (blockchain: string, { tokenId, tokenUri, ...nft }: OwnedNft): WalletNft => ({
  ...nft,
  blockchain,
  token_id: tokenId,
  token_uri: tokenUri,
})

/** CA-81: NOT_FOUND for a link of somebody else, UNAVAILABLE where identity or a source is away. */
export function walletNftRoutes(app: App, deps: Deps): void {
  const kept = cacheSlow<OwnedPage>({ now: deps.now, forMs: KEPT_MS, most: MOST_KEPT })

  /** @param least the block that must be known, whatever was kept (CA-30) */
  async function ask(source: NftSource, owner: string, pageKey: string | undefined, least: number) {
    const { blockchain } = source
    const fresh = () =>
      source.ownedBy(owner, pageKey).catch((err: unknown) => {
        deps.log.warn({ err, blockchain }, 'a source of NFTs does not answer')
        throw new Rejection('UNAVAILABLE')
      })
    const page = await kept(JSON.stringify([blockchain, owner, pageKey]), fresh)
    const newest = page.block >= least ? page : await fresh()
    if (newest.block < least) throw new Rejection('UNAVAILABLE') // CA-30
    return newest
  }

  app.route(http.walletNfts, async ({ actor, query }) => {
    const { accountId } = signedIn(actor)
    const links = await deps.identity.linksOf([accountId])
    const owner = links.find(({ _id }) => _id === query.idp_link_id)?.identity_provider_profile.walletAddress
    if (owner == null) throw new Rejection('NOT_FOUND') // CA-81
    const { blockchain: chains, web3_blocks: blocks = {} } = query
    const wallets = (await readWallets(deps.db, [accountId], deps)).get(accountId) ?? []
    const { provedOn } = wallets.find(({ address }) => address === owner.toLowerCase()) ?? {}
    const sources = deps.nftSources.filter(
      ({ blockchain }) => (chains?.includes(blockchain) ?? true) && (provedOn ?? blockchain) === blockchain, // CA-27
    )
    const found = await pageOf(sources, query.next_page_token, (source, pageKey) =>
      ask(source, owner, pageKey, blocks[source.blockchain] ?? 0),
    )
    if (!found) return { owner, assets: [], nextPageToken: null, web3_blocks: blocks }
    const { source, page, next } = found
    const nfts = await judged(deps, page.nfts)
    return {
      owner,
      assets: nfts.filter(({ spam }) => query.spam || !spam).map((nft) => shown(source.blockchain, nft)),
      nextPageToken: next,
      web3_blocks: { ...blocks, [source.blockchain]: page.block },
    }
  })
}
