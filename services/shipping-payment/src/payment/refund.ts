import { load, transact } from '@talad/shared/stream'
import type { ChillPay } from '../chillpay/client.ts'
import type { Deps } from '../deps.ts'
import type { Command, ReturnMethod } from '../topup/commands.ts'
import type { Refund } from '../topup/refund-state.ts'
import { isSameDay, nextInquiry } from '../topup/schedule.ts'
import type { Topup } from '../topup/state.ts'
import { topups } from '../topup/stream.ts'
import { noteAnswer } from './inquiry.ts'
import { changeRefundIn } from './refund-moved.ts'

type Step = Extract<
  Command,
  { type: 'AskRefund' | 'RecordRefundAccepted' | 'RecordRefundRefused' | 'RecordReturnState' }
>

/** Notes one step of a refund, on its top-up and on its purchase. */
async function note(deps: Deps, id: string, command: Step): Promise<Topup | undefined> {
  const before = await load(deps.db, topups, id)
  const after = await transact(deps, (tx) => changeRefundIn(tx, id, command))
  if (after?.refund?.doubted && !before.state?.refund?.doubted)
    deps.log.error({ topup: id }, 'the card provider has taken a refund and knows nothing of it a day later')
  return after
}

/** Void before the provider has settled, which it does after the day of the payment; else refund; then the other. */
function nextMethod({ methods }: Refund, completedAt: Date | undefined, now: Date): ReturnMethod | undefined {
  const young = completedAt !== undefined && isSameDay(completedAt, now)
  const order = young ? (['void', 'refund'] as const) : (['refund', 'void'] as const)
  return order.find((method) => !methods.includes(method))
}

type Asked = { id: string; refundId: string; transactionId: string }

/**
 * Asks the provider to give the money back, once in this way: that it is asked is written down before. Who dies between
 * the two leaves a refund that is inquired, and asked for again only when the provider says that it knows of none.
 * @throws when no answer came: nothing is known then
 */
async function ask(
  deps: Deps,
  chillpay: ChillPay,
  { id, refundId, transactionId }: Asked,
  method: ReturnMethod,
) {
  const asked = await note(deps, id, { type: 'AskRefund', refundId, method, now: deps.now() })
  if (asked?.refund?.stage !== 'asked' || asked.refund.methods.at(-1) !== method) return
  const answer = await chillpay.giveBack(transactionId, method)
  if (answer.kind === 'accepted') {
    await noteAnswer(deps, id, method, 'accepted')
    await note(deps, id, { type: 'RecordRefundAccepted', refundId, method, now: deps.now() })
    return
  }
  const reason = `${answer.message} (${answer.code})`
  await noteAnswer(deps, id, method, reason)
  await note(deps, id, { type: 'RecordRefundRefused', refundId, method, reason, now: deps.now() })
}

/** What the provider says of the money now is what becomes of the refund. @returns whether it knows of one */
async function lookAt(
  deps: Deps,
  chillpay: ChillPay,
  { id, refundId, transactionId }: Asked,
): Promise<boolean> {
  const state = await chillpay.returnState(transactionId)
  await noteAnswer(deps, id, 'details', state ?? 'unknown there')
  if (state === undefined) return false
  await note(deps, id, { type: 'RecordReturnState', refundId, state, now: deps.now() })
  return state !== 'none'
}

/**
 * One step of the refund of a card payment (SP-26): the provider is asked what it knows, then asked for the money where
 * nobody has done so yet, then asked again what became of it.
 * @returns when the next step is due; undefined: the refund is over
 */
export async function refundStep(deps: Deps, chillpay: ChillPay, id: string): Promise<Date | undefined> {
  const found = await refundOf(deps, id)
  if (!found) return undefined
  const { refund, completedAt, asked } = found
  const isKnown = await lookAt(deps, chillpay, asked)
  const method = nextMethod(refund, completedAt, deps.now())
  if (!isKnown && refund.stage === 'asking' && method !== undefined) await ask(deps, chillpay, asked, method)
  const after = await refundOf(deps, id)
  if (!after) return undefined
  const now = deps.now()
  return after.refund.stage === 'asking' && !isKnown ? now : nextInquiry(after.refund.askedAt ?? now, now)
}

/** The refund of a top-up while the provider has a part in it. */
async function refundOf(deps: Deps, id: string) {
  const { state } = await load(deps.db, topups, id)
  const refund = state?.refund
  if (!state?.transactionId || refund?.status !== 'refunding' || refund.stage === 'holding') return undefined
  const asked = { id, refundId: refund.id, transactionId: state.transactionId }
  return { refund, completedAt: state.completedAt, asked }
}
