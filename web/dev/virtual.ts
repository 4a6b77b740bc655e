import { type FairCollection, type FairItem, fair } from '@talad/demo/fair'
import type { PersonKey } from '@talad/demo/people'
import { bilingual, type Label } from '@talad/demo/token'
import type { holding, mint, txStatuses } from '@talad/proto/http/campaign/mint-shapes'
import { substitute } from '@talad/proto/http/campaign/payload/substitute'
import { projectHttp } from '@talad/proto/http/campaign/projects'
import { virtualHttp } from '@talad/proto/http/campaign/virtual'
import { walletHttp } from '@talad/proto/http/campaign/wallet'
import type { z } from 'zod'
import { answer, mustBe, Refusal, type Route } from './answer.ts'
import { began, CHAIN, hex, walletOf } from './world.ts'

/** The temple fair of the demonstration, and what people were given there. */

const PROJECT = hex(24, fair.slug)
const at = new Date(began).toISOString()
const TABLE = 2 ** 32
/** How long a mint of the mock is in each of its states. */
const EACH_MS = 6_000

const story = ({ th, en }: Label) => `${th}\n\n${en}`

function openOf(about: FairCollection | FairItem) {
  const { slug, name, limit, picture } = about
  return {
    _id: hex(24, slug),
    project_id: PROJECT,
    slug,
    name: bilingual(name),
    description: '',
    tags: [],
    assets: {},
    attributes: {},
    texts: {},
    mint_limit: limit,
    mint_count: limit === null ? 1_240 : Math.floor(limit * 0.6),
    mint_reserve: limit === null ? 0 : Math.floor(limit * 0.1),
    archived: false,
    image: `/media/${picture.collection}-${picture.tokenId}.svg`,
    created: at,
    updated: at,
  }
}

function effectiveOf(about: FairCollection | FairItem) {
  const { table, coupon } = 'items' in about ? {} : about
  const payload = {
    version: '3.0',
    name: bilingual(about.name),
    description: story(about.description),
    attributes: about.traits,
    ...(table && { table }),
    ...(coupon && { 'coupon-code': { ...coupon, public: true } }),
  }
  const description = substitute(payload.description, { version: '3.0', attributes: about.traits }, {})
  return { payload: { ...payload, description }, hash: hex(64, about.slug), signature: 'mock..mock' }
}

const mintedHere = ({ slug, contract: { contractClass } }: FairCollection) => ({
  enabled_blockchains: [CHAIN],
  contracts: [
    {
      _id: hex(24, `contract ${slug}`),
      blockchain: CHAIN,
      contract_class: contractClass,
      contract_address: `0x${hex(40, slug)}`,
    },
  ],
})

const collections = fair.collections.map((planned) => ({
  open: { ...openOf(planned), theme: {}, minting_config: mintedHere(planned) },
  effective: effectiveOf(planned),
}))
const items = fair.collections.flatMap((planned, of) =>
  planned.items.map((item, index) => ({
    open: {
      ...openOf(item),
      collection_id: collections[of]?.open._id ?? '',
      number: index + 1,
      metadata: {},
      cid: { asset_cid: null, pinned_cids: [] },
    },
    effective: effectiveOf(item),
  })),
)

export const virtualItems = items.map(({ open }) => open)

function named<T extends { open: { _id: string; slug: string } }>(list: readonly T[], name: string): T {
  const found = list.find(({ open }) => open._id === name || open.slug === name)
  if (!found) throw new Refusal(404, 'virtual_not_found')
  return found
}
const pageOf = <T>(list: readonly T[], size: number, index: number) => ({
  list: list.slice(index * size, (index + 1) * size),
  size,
  index,
  total: null,
  pages: null,
})

type Holding = z.input<typeof holding>
type Status = (typeof txStatuses)[number]

function nftOf(who: PersonKey, seed: string, status: Status): NonNullable<Holding['nft']> {
  return {
    mint_id: hex(24, `mint ${seed}`),
    blockchain: CHAIN,
    contract_class: 'erc1155',
    contract_address: status === 'mined' ? `0x${hex(40, 'fair')}` : null,
    receiver_address: walletOf(who),
    tx_status: status,
    tx_hash: status === 'pending' ? null : `0x${hex(64, seed)}`,
  }
}

function granted(who: PersonKey, index: number, state: Holding['state'], status?: Status): Holding {
  const { open } = items[index % items.length] ?? named(items, '')
  const seed = `${who} ${index} ${state}`
  const number = index + 7
  return {
    _id: hex(24, `holding ${seed}`),
    tokenIdentityId: `${open._id}:${number}`,
    holderId: hex(24, `account ${who}`),
    origin: 'mint',
    tokenId: String(open.number * TABLE + number),
    amount: 1,
    balance: state === 'virtual' || state === 'waiting' ? 1 : 0,
    state,
    payload: null,
    source: { project_id: PROJECT, campaign_id: null, trigger_id: null },
    vnft: {
      collection_id: open.collection_id,
      item_id: open._id,
      token_id: String(number),
      automint_id: null,
      minted: state === 'minted',
      minting: state === 'minting',
    },
    nft: status === undefined ? null : nftOf(who, seed, status),
    created: at,
  }
}

const held = new Map<PersonKey, Holding[]>([
  [
    'buyer',
    [
      granted('buyer', 0, 'virtual'),
      granted('buyer', 1, 'waiting'),
      granted('buyer', 2, 'minting', 'processing'),
      granted('buyer', 3, 'minted', 'mined'),
      granted('buyer', 4, 'virtual', 'failed'),
    ],
  ],
])

/** Brings a holding to the chain, a state at a time. */
function mintSoon(who: PersonKey, found: Holding): z.input<typeof mint> {
  const states: readonly Status[] = ['pending', 'processing', 'sent', 'mined']
  const reach = (status: Status) => {
    const isMinted = status === 'mined'
    found.state = isMinted ? 'minted' : 'minting'
    found.nft = nftOf(who, found._id, status)
    found.balance = 0
  }
  states.forEach((status, index) => {
    if (index === 0) reach(status)
    else setTimeout(() => reach(status), index * EACH_MS)
  })
  const nft = nftOf(who, found._id, 'pending')
  return {
    _id: nft.mint_id,
    automint_id: found._id,
    project_id: PROJECT,
    collection_id: found.vnft.collection_id,
    item_id: found.vnft.item_id,
    item_token_id: Number(found.vnft.token_id),
    holding_id: found._id,
    contract_id: hex(24, 'contract'),
    blockchain: CHAIN,
    contract_class: nft.contract_class,
    contract_address: null,
    token_id: found.tokenId,
    data: `0x${hex(64, found._id)}`,
    image_cid: null,
    receiver_address: nft.receiver_address,
    minting_zone: 'mock',
    tx_status: 'pending',
    tx_hash: null,
    retry_count: 0,
    retry_reason: null,
    failed_reason: null,
    age_seconds: 0,
    created: at,
    updated: at,
  }
}

export const virtual: Route[] = [
  answer(projectHttp.openProject, ({ query }) => {
    if (query.id_or_slug !== fair.slug && query.id_or_slug !== PROJECT) throw new Refusal(404, 'not_found')
    const { slug, name, description, theme } = fair
    return {
      _id: PROJECT,
      slug,
      name: bilingual(name),
      description: story(description),
      theme,
      archived: false,
    }
  }),
  answer(virtualHttp.openVirtualCollection, ({ query }) => {
    const { open: collection, effective } = named(collections, query.id_or_slug)
    return { collection, effective }
  }),
  answer(virtualHttp.openVirtualItem, ({ query }) => {
    const { open: item, effective } = named(items, query.id_or_slug)
    return { item, effective }
  }),
  answer(virtualHttp.openVirtualCollections, ({ query: { size, index } }) =>
    pageOf(
      collections.map(({ open }) => open),
      size,
      index,
    ),
  ),
  answer(virtualHttp.openVirtualItems, ({ query: { size, index, collection_id } }) =>
    pageOf(
      items.map(({ open }) => open).filter((item) => item.collection_id === collection_id),
      size,
      index,
    ),
  ),
  answer(walletHttp.myAssets, ({ person, query: { nftItemId, pageSize, pageIndex } }) => {
    const own = held.get(mustBe(person)) ?? []
    const wanted = own.filter(({ vnft }) => nftItemId === undefined || vnft.item_id === nftItemId)
    return pageOf(wanted, pageSize, pageIndex)
  }),
  answer(walletHttp.mintOwn, ({ person, body }) => {
    const who = mustBe(person)
    const found = held.get(who)?.find(({ _id }) => _id === body.nft.holding_id)
    if (!found) throw new Refusal(404, 'not_found')
    const nft = mintSoon(who, found)
    return { nft, vnft: found }
  }),
]
