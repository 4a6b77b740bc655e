import { job } from '@talad/shared/jobs'
import { change, load } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { isFrozen } from '../replicas/books.ts'
import type { Command } from '../withdrawal/commands.ts'
import { netOf, type Withdrawal } from '../withdrawal/state.ts'
import { payout, withdrawals } from '../withdrawal/stream.ts'
import { nextLook } from './schedule.ts'

type Current = Withdrawal | undefined

/** No longer than this after it was noted is an attempt made. */
const STALE_MS = 60_000

/** Notes what became of a payout, and tells people of what they have to look at. */
async function record(deps: Deps, id: string, command: Command): Promise<Current> {
  const { state, events } = await change(deps, withdrawals, id, command)
  for (const { type, data } of events) {
    if (type === 'PayoutMismatched')
      deps.log.error(
        { withdrawal: id, ...data },
        'the payout provider tells of something else than was asked for',
      )
    if (type === 'PayoutOverdue')
      deps.log.error({ withdrawal: id }, 'a payout has had no outcome for too long')
  }
  return state
}

/**
 * BW-16: asks the provider to pay. The attempt is noted before, so that one whose answer is lost, or whose process dies, is
 * known as one that may have been heard. Who slept in between leaves it to whoever asks after it: the provider may have
 * forgotten the key by now, and would pay again.
 */
async function send(deps: Deps, id: string, before: Withdrawal): Promise<Current> {
  const attempt = before.payout.attempts + 1
  const frozen = await isFrozen(deps.db)
  const notedAt = deps.now()
  const { state, events } = await change(deps, withdrawals, id, {
    type: 'Attempt' as const,
    attempt,
    frozen,
    now: notedAt,
  })
  if (events.length === 0 || deps.now().getTime() - notedAt.getTime() > STALE_MS) return state
  const { recipientId } = before
  const sent = await deps.provider.send({ reference: id, recipientId, amount: netOf(before) })
  const now = deps.now()
  return record(
    deps,
    id,
    sent.kind === 'accepted'
      ? { type: 'RecordTransfers', transfers: [sent.transfer], now }
      : { type: 'RecordRefused', reason: sent.reason, now },
  )
}

/** Pays what was approved, once, and asks until the provider has said what became of it. */
export const payoutJob = job<{ requestId: string }, Deps>(payout, {
  retryMs: 1_000,
  async run({ requestId: id }, { deps }) {
    const { state: before } = await load(deps.db, withdrawals, id)
    if (before?.status !== 'provider_processing') return undefined
    const asked = before.payout.attempts > 0
    const transfers = asked ? await deps.provider.transfersOf(id) : []
    let state: Current = before
    if (asked) state = await record(deps, id, { type: 'RecordTransfers', transfers, now: deps.now() })
    if (transfers.length === 0 && state) state = await send(deps, id, state)
    if (state?.status !== 'provider_processing') return undefined
    const now = deps.now()
    return nextLook(state.processingAt ?? now, now)
  },
})
