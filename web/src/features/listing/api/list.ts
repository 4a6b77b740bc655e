import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { ResponseError } from '@talad/proto/http/client'
import type { SiteInfo } from '@talad/proto/http/gateway/live'
import {
  distributionPreview,
  type Order,
  type OrderTerms,
  type PutOrderBody,
} from '@talad/proto/http/order-book/orders'
import {
  buildShipperListing,
  orderTypes,
  SEAPORT_VERSION,
  seaportDomain,
  toParameters,
} from '@talad/proto/http/order-book/seaport'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { serverTime } from '@talad/ui/session/session'
import { passFirst } from '../../../market/assessment/assessment-first.ts'
import { keys } from '../../../market/reads/query-keys.ts'
import { newSalt } from '../../../market/trading/salt.ts'
import { put, signAndPut } from '../../../market/trading/sign-and-put.ts'
import {
  SignatureRefused,
  type SignControl,
  type Signer,
  type TypedOrder,
} from '../../../market/trading/signer.ts'
import { loadChain } from '../../../wallet-code.ts'

/** OB-24 allows five minutes; a little before now, so that a chain whose clock is behind takes the order at once. */
const START_EARLIER_SECONDS = 30
const MINED_EVERY_MS = 1_500
const MINED_TIMES = 80

export type ListingWish = {
  asset: Pick<Asset, 'contract' | 'token'>
  customerId: string
  /** units, decimal */
  amount: string
  allowPartial: boolean
  /** for all units together: raw, and as decimal text */
  totalRaw: string
  totalText: string
  /** a label of the terms */
  duration: string
  /** id of the listing that ends in the moment in which this one begins */
  replaces: string | undefined
}

export type ListingStage = 'approve' | 'mining' | 'sign' | 'put'
type Context = {
  site: SiteInfo
  terms: OrderTerms
  signer: Signer
  control: SignControl
  onStage: (stage: ListingStage) => void
}

/** The counter and the approval of the seller; without a chain to ask, what is usual, and the server decides. */
async function sellerFacts({ site, terms, signer }: Context, contract: string) {
  if (!site.chain.rpcUrl) return { counter: '0', operator: terms.seaport, approved: undefined }
  const { readSeller } = await loadChain()
  return readSeller(site.chain.rpcUrl, {
    seaport: terms.seaport,
    conduitKey: terms.conduit_key,
    offerer: signer.address,
    contract,
  })
}

async function approve(context: Context, contract: string, operator: string) {
  const { signer, control, onStage, site } = context
  onStage('approve')
  await signer.approveCollection(contract, operator, control)
  onStage('mining')
  for (let asked = 0; site.chain.rpcUrl && asked < MINED_TIMES; asked += 1) {
    const { approved } = await sellerFacts(context, contract)
    if (approved) return
    control.signal.throwIfAborted()
    await new Promise((resolve) => window.setTimeout(resolve, MINED_EVERY_MS))
  }
}

/**
 * Lists an asset for baht: approval of the collection where it is missing (once, with gas), a free signature, then the
 * order goes to the order book (M§4). Throws SignatureRefused, and what `putOrder` refuses.
 */
export async function listAsset(wish: ListingWish, context: Context): Promise<Order> {
  const { terms, signer, onStage } = context
  if (!(await passFirst('new_seller'))) throw new SignatureRefused('cancelled') // OB-36
  const { contract, token } = wish.asset
  const { distribution } = await call(distributionPreview, {
    body: { contract, token_id: token.id, token: terms.point_token.address, price: wish.totalText },
  })
  const facts = await sellerFacts(context, contract.address)
  if (facts.approved === false) await approve(context, contract.address, facts.operator)

  const components = buildShipperListing({
    terms,
    offerer: signer.address,
    asset: { address: contract.address, type: contract.type, tokenId: token.id },
    amount: wish.amount,
    allowPartial: wish.allowPartial,
    totalRaw: wish.totalRaw,
    start: Math.floor(serverTime() / 1000) - START_EARLIER_SECONDS,
    durationSeconds: terms.durations.find(({ label }) => label === wish.duration)?.seconds ?? 0,
    salt: newSalt(),
    counter: facts.counter,
  })
  const typed: TypedOrder = {
    domain: { ...seaportDomain(terms.chain_id, terms.seaport), name: 'Seaport', version: SEAPORT_VERSION },
    types: orderTypes,
    primaryType: 'OrderComponents',
    message: components,
  }
  const { orderHash } = await loadChain()
  const body: PutOrderBody = {
    order: {
      type: 'list',
      blockchain: terms.blockchain,
      order: { parameters: toParameters(components), signature: '' },
      version: terms.seaport_version,
      hash: orderHash(components),
      shipping: { offerer_customer_id: wish.customerId, distribution },
    },
    asset: { contract, token: { id: token.id } },
    duration: wish.duration,
    price: { token: terms.point_token.address, text: wish.totalText },
    amount: wish.amount,
    allowPartial: wish.allowPartial,
    isJoinWallet: signer.kind === 'join',
    ...(wish.replaces === undefined ? {} : { replaces: wish.replaces }),
  }
  const putOrApprove = async (signed: PutOrderBody) => {
    try {
      return await put(signed)
    } catch (error) {
      if (!(error instanceof ResponseError) || error.code !== 'nft_not_approved') throw error
      await approve(context, contract.address, facts.operator)
      onStage('put')
      return put(signed)
    }
  }
  return signAndPut(context, typed, body, putOrApprove).finally(
    () => void refetch(keys.orders, keys.asset, keys.assets, keys.events),
  )
}
