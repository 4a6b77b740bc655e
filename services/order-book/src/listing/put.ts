import { orderDigest, orderHash, recoverSigner } from '@talad/contracts/seaport'
import type { putOrder } from '@talad/proto/http/order-book'
import { handle, load } from '@talad/shared/handle'
import { newId } from '@talad/shared/ids'
import { unixSeconds } from '@talad/shared/unix-time'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { feesOf } from '../fee/fees.ts'
import { giveWay } from '../order/cancel.ts'
import type { OrderView } from '../order/events.ts'
import { admit } from '../order/guard.ts'
import { viewOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import { walletsOf } from '../projections/accounts.ts'
import { assetOf } from '../projections/assets.ts'
import { type Claim, readClaim } from './claim.ts'
import { checkClaim } from './decide.ts'
import { checkDistribution } from './decide-distribution.ts'
import {
  checkCounter,
  checkHolding,
  checkParameters,
  checkSigner,
  requireSignature,
  type Signed,
  toTerms,
} from './decide-signed.ts'

type Seller = { customerId: string; accountId: string }

async function whoSigned(deps: Deps, claim: Claim, signature: string): Promise<Signed> {
  const { offerer } = claim.parameters
  const digest = orderDigest(claim.hash, { chainId: deps.market.chainId, seaport: deps.market.seaport })
  const recovered = recoverSigner(digest, signature)
  if ('signer' in recovered && recovered.signer === offerer) return recovered
  // Seaport, too, asks the offerer's contract when no key of its own has signed (EIP-1271)
  return { contractAccepts: await deps.chain.contractAccepts(offerer, digest, signature) }
}

/** OB-11: the seller's own order with this hash, if it is there. */
async function storedOrder(deps: Deps, claim: Claim, hash: string, seller: Seller) {
  if (claim.hash !== hash) return undefined
  const view = viewOf((await load(deps.db, orders, streamId(hash))).state)
  return view?.terms.customerId === seller.customerId ? view : undefined
}

/**
 * Puts a listing: the checks of OB-9 from the shape on, in their order; what the chain has to say is asked only when
 * everything before it has passed, and outside any transaction.
 * @throws Rejection of the first check that fails; UNAVAILABLE when the chain doesn't answer
 */
export async function putListing(
  deps: Deps,
  seller: Seller,
  body: z.output<NonNullable<typeof putOrder.body>>,
): Promise<OrderView> {
  const { market, prisma, chain } = deps
  const claim = readClaim(body)
  const { parameters } = claim
  const hash = orderHash(parameters, parameters.counter)
  const stored = await storedOrder(deps, claim, hash, seller)
  if (stored) return stored

  const [asset, wallets] = await Promise.all([assetOf(prisma, claim), walletsOf(prisma, seller.accountId)])
  const now = deps.now()
  const draft = checkClaim(claim, { market, asset, wallets, hash, now: unixSeconds(now) }) // OB-9 6–14
  const signature = requireSignature(claim.signature)
  checkSigner(claim, await whoSigned(deps, claim, signature), wallets) // OB-9 15
  const { contract, tokenId } = claim
  const holding = { offerer: parameters.offerer, contract, tokenId, contractType: draft.contractType }
  const facts = await chain.listing(hash, holding)
  checkCounter(parameters, facts) // OB-9 16
  checkParameters(claim, draft, market) // OB-9 17
  const distribution = checkDistribution(claim, draft, await feesOf(prisma, contract), seller.customerId)
  checkHolding(draft, facts) // OB-9 18

  const orderId = newId(now)
  const terms = toTerms({
    claim,
    draft,
    distribution,
    seller,
    signature,
    asOfBlock: facts.block,
    orderId,
    now,
    graceSeconds: market.graceSeconds,
  })
  const handled = await handle(
    deps,
    orders,
    streamId(hash),
    { type: 'Put', terms },
    async (tx, { events }) => {
      // OB-11: a second put of the same order appends nothing and is not counted
      if (events.length === 0) return
      // before the limits are counted: its place is free then
      if (body.replaces !== undefined) await giveWay(tx, body.replaces, terms, now)
      await admit(tx, terms, market.limits, now) // OB-9 19
    },
  )
  return viewOf(handled.state) ?? { terms, after: { status: 'offchain', filled: 0n, reasons: [], txs: [] } }
}
