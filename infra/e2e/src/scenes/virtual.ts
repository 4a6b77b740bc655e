import { fair } from '@talad/demo/fair'
import { projectHttp } from '@talad/proto/http/campaign/projects'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { walletHttp } from '@talad/proto/http/campaign/wallet'
import { walletNftsHttp } from '@talad/proto/http/campaign/wallet-nfts'
import { myProfile } from '@talad/proto/http/identity/profile'
import type { z } from 'zod'
import { buyer, newcomer, type Scene, type Step, visitor } from '../scene.ts'
import {
  all,
  answered,
  at,
  changed,
  click,
  failing,
  first,
  hung,
  inDialog,
  inMain,
  last,
  refused,
  the,
  within,
} from '../steps.ts'

const { openVirtualCollection, openVirtualCollections, openVirtualItem, openVirtualItems } = virtualHttp
const nothing = <T extends object>(body: T) => ({ ...body, list: [] })
const retry = inMain(the.button('common.retry'))

const project = `/projects/${fair.slug}`
const atProject = at(project)
const [lanterns, tickets] = fair.collections
const collectionAt = (slug: string) => at(`${project}/collections/${slug}`)
const itemAt = (slug: string) => at(`${project}/items/${slug}`)
const [saffron] = lanterns.items
const [wheel, bell] = tickets.items

/** Some of them are promised, and the rest is gone. */
const soldOut: Step = changed(openVirtualItem, (answer) => ({
  ...answer,
  item: { ...answer.item, mint_limit: 200, mint_count: 187, mint_reserve: 13 },
}))
const archived: Step = changed(openVirtualItem, (answer) => ({
  ...answer,
  item: { ...answer.item, mint_count: 12, archived: true },
}))
const left = first(the.text('virtual.left'))

const { myAssets, mintOwn } = walletHttp
type Held = z.output<typeof myAssets.response>['list'][number]

/** What the first holding would be in each of the states that pass. */
const statesOf = (one: Held): Held[] => {
  const nft = {
    mint_id: one._id,
    blockchain: 'jfin',
    contract_class: 'erc1155' as const,
    contract_address: null,
    receiver_address: `0x${'ab'.repeat(20)}`,
    tx_hash: null,
  }
  const minting = (tx_status: 'pending' | 'processing' | 'sent') =>
    ({ ...one, state: 'minting', nft: { ...nft, tx_status } }) as const
  return [
    { ...one, state: 'waiting' as const, nft: null },
    minting('pending'),
    minting('processing'),
    minting('sent'),
    { ...one, state: 'virtual' as const, nft: { ...nft, tx_status: 'failed' as const } },
    {
      ...one,
      state: 'minted' as const,
      nft: { ...nft, tx_status: 'mined' as const, contract_address: nft.receiver_address },
    },
  ].map((held, at) => ({ ...held, _id: `${at}`.padStart(24, 'a') }))
}
const inEveryState = changed(myAssets, (page) => ({ ...page, list: page.list.slice(0, 1).flatMap(statesOf) }))
const atWallet = at('/account/wallet')
/** A page of a wallet: something of the market's chain, and something that isn't. */
const inWallet = (...names: (string | null)[]): Step =>
  answered(walletNftsHttp.walletNfts, ({ run }) => ({
    owner: `0x${'ab'.repeat(20)}`,
    assets: names.map((name, index) => ({
      blockchain: index === 0 ? run.blockchain : 'kub',
      contract: {
        address: run.contracts.collections[0]?.address ?? '',
        name: 'Siam Betta',
        symbol: 'BETTA',
        type: 'erc721' as const,
      },
      token_id: String(index + 1),
      balance: index === 0 ? '1' : '12',
      name,
      description: null,
      image: null,
      token_uri: null,
      traits: [],
      spam: index === 2,
    })),
    nextPageToken: 'more',
    web3_blocks: {},
  }))
const openNfts: Step = async (stage) => {
  await stage.go('/account/wallet')
  await the.label('nfts.of')(stage).selectOption({ index: 1 })
  return the.label('nfts.withSpam')(stage)
}
const mintable = first(the.button('mint.open'))
const openMinting = all(atWallet, click(mintable), inDialog(the.button('mint.confirm')))

/** Projects, and what they have made. */
export const virtualScenes: readonly Scene[] = [
  visitor('project.collections', atProject, the.heading('virtual.collections'), left),
  visitor(
    'project.empty',
    changed(openVirtualCollections, nothing),
    atProject,
    the.text('virtual.noCollections'),
  ),
  visitor('project.loading', hung(projectHttp.openProject), atProject, the.banner()),
  visitor('project.failed', failing(openVirtualCollections), atProject, retry),
  visitor('project.gone', at('/projects/no_such_project'), inMain(the.alert())),

  visitor('virtual-collection.items', collectionAt(tickets.slug), the.heading('virtual.items'), left),
  visitor('virtual-collection.unlimited', collectionAt(lanterns.slug), the.heading('virtual.items')),
  visitor(
    'virtual-collection.empty',
    changed(openVirtualItems, nothing),
    collectionAt(tickets.slug),
    the.text('virtual.noItems'),
  ),
  visitor(
    'virtual-collection.loading',
    hung(openVirtualCollection),
    collectionAt(tickets.slug),
    the.banner(),
  ),
  visitor('virtual-collection.failed', failing(openVirtualCollection), collectionAt(tickets.slug), retry),
  visitor('virtual-collection.gone', collectionAt('no_such_collection'), inMain(the.alert())),

  visitor('virtual-item.table', itemAt(wheel.slug), the.table('virtual.table'), left),
  visitor('virtual-item.coupon', itemAt(bell.slug), the.button(/CHAYEN2026/)),
  visitor('virtual-item.unlimited', itemAt(saffron.slug), first(the.text('virtual.unlimited'))),
  visitor('virtual-item.sold-out', soldOut, itemAt(wheel.slug), the.text('virtual.none')),
  visitor(
    'virtual-item.promised',
    ...[soldOut, itemAt(wheel.slug), click(first(within(the.css('dl'), the.button())))],
    last(the.text('virtual.promisedHint')),
  ),
  visitor('virtual-item.archived', archived, itemAt(saffron.slug), the.text('virtual.archived')),
  visitor(
    'virtual-item.signed',
    ...[itemAt(saffron.slug), click(the.text('virtual.signed')), the.text('virtual.hash')],
  ),
  visitor('virtual-item.loading', hung(openVirtualItem), itemAt(wheel.slug), the.banner()),
  visitor('virtual-item.failed', failing(openVirtualItem), itemAt(wheel.slug), retry),
  buyer('virtual-item.own', itemAt(wheel.slug), the.heading('mint.own'), mintable),
  visitor('virtual-item.gone', itemAt('no_such_item'), inMain(the.alert())),

  // what an account was granted, and its way to a chain
  buyer('account-wallet.held', atWallet, mintable),
  buyer('account-wallet.states', inEveryState, atWallet, the.text('mint.sent')),
  buyer(
    'account-wallet.not-here',
    changed(openVirtualCollection, ({ collection, effective }) => ({
      effective,
      collection: { ...collection, minting_config: { enabled_blockchains: [], contracts: [] } },
    })),
    ...[atWallet, first(the.text('mint.notHere'))],
  ),
  buyer('account-wallet.empty', changed(myAssets, nothing), atWallet, the.text('mint.none')),
  buyer('account-wallet.loading', hung(myAssets), atWallet, the.heading('mint.wallet')),
  buyer('account-wallet.failed', failing(myAssets), atWallet, retry),
  visitor('account-wallet.signed-out', atWallet, the.text('account.signInFirst')),
  buyer(
    'account-wallet.nfts',
    inWallet('Betta', null, 'Claim your reward'),
    openNfts,
    within(the.css('ul a'), the.text('nfts.spam')),
  ),
  buyer(
    'account-wallet.nfts-none',
    answered(walletNftsHttp.walletNfts, () => ({
      owner: `0x${'ab'.repeat(20)}`,
      assets: [],
      nextPageToken: null,
      web3_blocks: {},
    })),
    ...[openNfts, the.text('nfts.none')],
  ),
  buyer('account-wallet.nfts-failed', failing(walletNftsHttp.walletNfts), openNfts, retry),
  newcomer('mint.choose', openMinting),
  newcomer(
    'mint.refused',
    ...[refused(mintOwn, 409, 'contract_disabled'), openMinting],
    ...[click(inDialog(the.button('mint.confirm'))), inDialog(the.alert())],
  ),
  newcomer(
    'mint.no-wallet',
    ...[changed(myProfile, (profile) => ({ ...profile, wallets: [] })), atWallet, click(mintable)],
    inDialog(the.text('mint.noWallet')),
  ),
]
