import { job } from '@talad/shared/jobs'
import { change, load } from '@talad/shared/stream'
import { isSuspended } from '@talad/shared/suspensions'
import type { Deps } from '../deps.ts'
import { MINIMUM_KYC_LEVEL } from '../market.ts'
import { activityReasons, nextCheck } from '../order/decide-activity.ts'
import { activityCheck } from '../order/due.ts'
import { orderStatusOf } from '../order/state.ts'
import { orders, streamId } from '../order/stream.ts'
import { kycLevelOf } from '../replicas/accounts.ts'

/** OB-4: computes again what is active: after each event that may have changed it, and every ten minutes. */
export const activityJob = job<{ hash: string }, Deps>(activityCheck, {
  async run({ hash }, { deps }) {
    const { db, prisma, chain, market, now } = deps
    const { state } = await load(db, orders, streamId(hash))
    const { terms } = state
    if (!terms || nextCheck(state, now()) === undefined) return
    const token = { contract: terms.contract, tokenId: terms.tokenId }
    const item = { blockchain: terms.blockchain, contractAddress: terms.contract, tokenId: terms.tokenId }
    const [onChain, suspended, kycLevel] = await Promise.all([
      chain.listing(hash, { ...token, offerer: terms.offerer, contractType: terms.contractType }),
      isSuspended(db, item),
      kycLevelOf(prisma, terms.accountId),
    ])
    const reasons = activityReasons({
      terms,
      left: terms.amount - orderStatusOf(state, terms).filled,
      chain: onChain,
      suspended,
      kycLevel,
      minimumKycLevel: market.skipKyc ? 0 : MINIMUM_KYC_LEVEL,
    })
    const changed = await change(deps, orders, streamId(hash), { type: 'SetActivity', reasons })
    return nextCheck(changed.state, now())
  },
})
