import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { refetch } from '@talad/ui/client/query'
import { loadTrade } from '../../wallet-code.ts'
import { keys } from '../reads/query-keys.ts'
import { approvalFor } from './approval.ts'
import { checkGas, untilKnown } from './chain.ts'
import { rpcOf, type TradeContext, TradeError } from './context.ts'

export type Needs = {
  /** the price token, and how much of it is taken */
  token: { address: string; decimals: number; amount: bigint }
  /** the wallet must hold `amount` now: not where it is taken out of what is paid */
  isPaid: boolean
  collection: string
  /** the collection's pieces are given */
  isGiven: boolean
  /** WB-11: no more is approved than what is needed */
  isExact: boolean
}

type Asked = Pick<Needs, 'token' | 'collection'>

/** What a wallet has, and lets the market take. @throws TradeError where this site has no chain to ask */
export async function readApprovals(
  site: SiteInfo,
  who: { wallet: string; seaport: string },
  { token, collection }: Asked,
) {
  const trade = await loadTrade()
  return trade.readApprovals(rpcOf(site), { ...who, token: token.address, collection })
}

function readOf({ site, terms, signer }: TradeContext, asked: Asked) {
  return () => readApprovals(site, { wallet: signer.address, seaport: terms.seaport }, asked)
}

async function approveToken(context: TradeContext, needs: Needs): Promise<void> {
  const { address, amount, decimals } = needs.token
  const wanted = approvalFor(amount, decimals, needs.isExact)
  const { approveTokenCall } = await loadTrade()
  const { seaport } = context.terms
  await checkGas(context, approveTokenCall(address, seaport, wanted))
  context.onStage('approve-token')
  await context.signer.approveToken(address, seaport, wanted, context.control)
  context.onStage('mining')
  const read = readOf(context, needs)
  await untilKnown(context.control.signal, async () => (await read()).allowance >= amount || undefined)
}

async function approveCollection(context: TradeContext, needs: Needs): Promise<void> {
  const { approveCollectionCall } = await loadTrade()
  const { seaport } = context.terms
  await checkGas(context, approveCollectionCall(needs.collection, seaport, true))
  context.onStage('approve-nft')
  await context.signer.approveCollection(needs.collection, seaport, context.control)
  context.onStage('mining')
  const read = readOf(context, needs)
  await untilKnown(context.control.signal, async () => (await read()).collection || undefined)
}

/** M§4: approves what is missing, each once. @throws SignatureRefused, TradeError */
export async function approveMissing(context: TradeContext, needs: Needs): Promise<void> {
  context.onStage('check')
  const now = await readOf(context, needs)()
  if (needs.isPaid && now.balance < needs.token.amount) throw new TradeError({ kind: 'balance' })
  if (now.allowance < needs.token.amount) await approveToken(context, needs)
  if (needs.isGiven && !now.collection) await approveCollection(context, needs)
  void refetch(keys.approvals)
}

/** M§4: takes an approval back. */
export async function revoke(context: TradeContext, what: { token: string } | { collection: string }) {
  const { signer, terms, control } = context
  if ('token' in what) {
    context.onStage('approve-token')
    await signer.approveToken(what.token, terms.seaport, 0n, control)
    return
  }
  context.onStage('approve-nft')
  await signer.approveCollection(what.collection, terms.seaport, control, false)
}
