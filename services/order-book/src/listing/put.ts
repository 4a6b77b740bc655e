import { orderDigest, orderHash, recoverSigner, signedHash } from '@talad/contracts/seaport'
import { isSuspended, lockContract } from '@talad/market/suspensions'
import type { putOrder } from '@talad/proto/http/order-book/orders'
import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import { unixSeconds } from '@talad/shared/unix-time'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { feesOf } from '../fee/fees.ts'
import { sharesOf } from '../fee/shares.ts'
import { offersEnabled } from '../market.ts'
import { raisedBy } from '../order/counters.ts'
import { countOpen, lockSeller } from '../order/row.ts'
import { publicStateOf, viewOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import type { OrderView } from '../public-state/order.ts'
import { walletsOf } from '../replicas/accounts.ts'
import { assetOf } from '../replicas/assets.ts'
import { holdersOf } from '../replicas/holdings.ts'
import { supersede } from './cancel.ts'
import { type Claim, readClaim } from './claim.ts'
import { type Counterparty, checkClaim, type Draft } from './decide.ts'
import { checkDistribution } from './decide-distribution.ts'
import {
  type ChainFacts,
  checkCounter,
  checkHolding,
  checkParameters,
  checkSigner,
  requireSignature,
  type Signed,
  toTerms,
} from './decide-signed.ts'

/** What the chain says of what is offered: the NFT of a listing, the tokens of an offer. */
function factsOf({ chain }: Deps, claim: Claim, draft: Draft): Promise<ChainFacts> {
  const { hash, contract, tokenId, parameters } = claim
  const { offerer } = parameters
  return draft.type === 'offer'
    ? chain.offer(hash, { offerer, token: draft.token.address, needed: draft.raw })
    : chain.listing(hash, { offerer, contract, tokenId, contractType: draft.contractType })
}

type Seller = { customerId: string; accountId: string }
type Putting = {
  seller: Seller
  counterparty?: Counterparty
  /** in the transaction that puts it */
  also?: (tx: Tx, view: OrderView) => Promise<unknown>
}

async function whoSigned(deps: Deps, claim: Claim, signature: string): Promise<Signed> {
  const { offerer } = claim.parameters
  const at = { chainId: deps.market.chainId, seaport: deps.market.seaport }
  const digest = orderDigest(claim.hash, at)
  const signed = signedHash(claim.hash, signature)
  const recovered = recoverSigner(orderDigest(signed.hash, at), signed.signature)
  if ('signer' in recovered && recovered.signer === offerer) return recovered
  // Seaport, too, asks the offerer's contract when no key of its own has signed (EIP-1271)
  return { contractAccepts: await deps.chain.contractAccepts(offerer, digest, signature) }
}

/** OB-11: the seller's own order with this hash, if it is there. @throws Rejection INVALID_ORDER_TYPE */
async function storedOrder(deps: Deps, claim: Claim, hash: string, { seller, counterparty }: Putting) {
  if (claim.hash !== hash) return undefined
  const view = viewOf((await load(deps.db, orders, streamId(hash))).state)
  return view?.terms.customerId === seller.customerId ? asAsked(view, counterparty) : undefined
}

/** OB-7: what stands for everybody can't be a deal any more, and no deal changes its buyer. */
function asAsked(view: OrderView, counterparty: Counterparty | undefined): OrderView {
  if (counterparty && view.terms.counterparty?.customerId !== counterparty.customerId) {
    throw new Rejection('INVALID_ORDER_TYPE', { field: 'counterparty' })
  }
  return view
}

/**
 * Puts a listing: the checks of OB-9 from the shape on, in their order; what the chain has to say is asked only when
 * everything before it has passed, and outside any transaction.
 * @throws Rejection of the first check that fails; UNAVAILABLE when the chain doesn't answer
 */
export async function putListing(
  deps: Deps,
  putting: Putting,
  body: z.output<NonNullable<typeof putOrder.body>>,
): Promise<OrderView> {
  const { market, prisma, chain } = deps
  const { seller, counterparty } = putting
  const claim = readClaim(body)
  const { parameters } = claim
  const hash = orderHash(parameters, parameters.counter)
  const stored = await storedOrder(deps, claim, hash, putting)
  if (stored) return stored

  const item = { blockchain: claim.blockchain, contractAddress: claim.contract, tokenId: claim.tokenId }
  const [known, suspended, wallets] = await Promise.all([
    assetOf(prisma, claim),
    isSuspended(deps.db, item),
    walletsOf(prisma, seller.accountId),
  ])
  const asset = known && { ...known, suspended }
  const now = deps.now()
  const here = { ...market, offersEnabled: await offersEnabled(deps) }
  const draft = checkClaim(claim, { market: here, asset, wallets, hash, counterparty, now: unixSeconds(now) }) // OB-9 6–14
  const signature = requireSignature(claim.signature)
  checkSigner(claim, await whoSigned(deps, claim, signature), wallets) // OB-9 15
  const facts = await factsOf(deps, claim, draft)
  checkCounter(parameters, facts) // OB-9 16
  const distribution = await sharesOf(prisma, market, {
    token: draft.token,
    type: draft.type,
    raw: draft.raw,
    units: draft.amount,
    fees: await feesOf(deps.db, item),
    offerer: seller.customerId,
  })
  checkDistribution(claim, draft, distribution, seller.customerId) // OB-9 17
  checkParameters(claim, draft, distribution, market) // OB-9 17
  checkHolding(draft, facts) // OB-9 18

  const holders = draft.type === 'offer' ? await holdersOf(prisma, claim) : undefined
  const orderId = newId(now)
  const terms = toTerms({
    claim,
    draft,
    distribution,
    seller,
    counterparty,
    holders,
    signature,
    asOfBlock: facts.block,
    orderId,
    now,
    market,
  })
  if (!(await chain.fills(terms, terms.amount, now))) throw new Rejection('NOT_FILLABLE') // OB-4: the last judge
  return transact(deps, async (tx) => {
    // a suspension that is heard of from here on finds the order
    await lockContract(tx, item, 'trade')
    await lockSeller(tx, terms)
    const before = viewOf((await load(tx, orders, streamId(hash))).state)
    if (before) return asAsked(before, counterparty) // OB-11: nothing is counted and nothing gives way
    // before the limits are counted: its place is free then
    if (body.replaces !== undefined) await supersede(tx, body.replaces, terms, now)
    const open = await countOpen(tx, terms, now)
    const raised = await raisedBy(tx, terms.offerer)
    const suspended = await isSuspended(tx, item)
    const put = { type: 'Put' as const, terms, limits: market.limits, open, raised, suspended } // OB-9 19
    const view = publicStateOf((await changeIn(tx, orders, streamId(hash), put, now)).state)
    await putting.also?.(tx, view)
    return view
  })
}
