import { isSuspended, lockContract } from '@talad/market/suspensions'
import { job } from '@talad/shared/jobs'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import { activityReasons, nextCheck } from '../order/decide-activity.ts'
import { activityCheck } from '../order/due.ts'
import { orderStatusOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import type { Terms } from '../public-state/terms.ts'
import { kycLevelOf, walletsOf } from '../replicas/accounts.ts'
import { assetOf } from '../replicas/assets.ts'

/** What an order needs to be filled, and what the chain says of it. */
function standing({ chain }: Deps, terms: Terms, left: bigint) {
  const { hash, type, offerer, contract, tokenId, contractType, amount, price } = terms
  if (type !== 'offer') {
    return { needed: left, facts: chain.listing(hash, { offerer, contract, tokenId, contractType }) }
  }
  const needed = (price.raw / amount) * left // OB-4: left × unit price
  return { needed, facts: chain.offer(hash, { offerer, token: price.token, needed }) }
}

/** OB-4: computes again what is active: after each event that may have changed it, and every ten minutes. */
export const activityJob = job<{ hash: string }, Deps>(activityCheck, {
  async run({ hash }, { deps }) {
    const { db, prisma, chain, market, now } = deps
    const { state } = await load(db, orders, streamId(hash))
    const { terms } = state
    if (!terms || nextCheck(state, now()) === undefined) return
    const left = terms.amount - orderStatusOf(state, terms).filled
    const { needed, facts } = standing(deps, terms, left)
    const item = { blockchain: terms.blockchain, contractAddress: terms.contract, tokenId: terms.tokenId }
    const [onChain, fills, asset, kycLevel, wallets] = await Promise.all([
      facts,
      chain.fills(terms, left, now()),
      assetOf(prisma, terms),
      kycLevelOf(prisma, terms.accountId),
      walletsOf(prisma, terms.accountId),
    ])
    const about = {
      terms,
      needed,
      chain: onChain,
      fills,
      kycLevel,
      linked: wallets.has(terms.offerer),
      minimumKycLevel: market.skipKyc ? 0 : MINIMUM_KYC_LEVEL,
    }
    const changed = await transact(deps, async (tx) => {
      await lockContract(tx, item, 'trade') // what was suspended while the chain was asked stays so
      const suspended = (await isSuspended(tx, item)) || asset?.tradable === false // AI-8: nor what needs its creator verified
      const reasons = activityReasons({ ...about, suspended })
      return changeIn(tx, orders, streamId(hash), { type: 'SetActivity', reasons }, now())
    })
    return nextCheck(changed.state, now())
  },
})
