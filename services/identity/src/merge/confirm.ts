import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import { lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import type { Visit } from '../session/device.ts'
import { endOf, refreshExpiry } from '../session/judge-refresh.ts'
import { findSession, insertSession, joinOf, originOf, requireLiveSession } from '../session/store.ts'
import { accessTokenFor, type TokenPair } from '../session/tokens.ts'
import { mergeIn } from './merge.ts'
import { digestOf, provedSides } from './preview.ts'
import { findProved, type Merger } from './requests.ts'

/**
 * ID-34, ID-35: merges what was proved and seen, in one transaction, and begins a session of the account that stays: all
 * others end. It is as fresh as the one that asks, since nothing new is proved here.
 * @throws Rejection MERGE_EXPIRED, also for who comes second; MERGE_CHANGED; those of `survivorOf`
 */
export async function confirmMerge(
  deps: Deps,
  caller: Merger,
  given: { mergeId: string; preview: string },
  { device, site }: Visit,
): Promise<{ accountId: string; pair: TokenPair }> {
  const done = await transact(deps, async (tx) => {
    const now = deps.now()
    const { accountId: other } = await findProved(tx, given.mergeId, caller, now)
    await lockAccounts(tx, [caller.accountId, other])
    // looked at again under the locks: another merge, link or unlink has forgotten it
    const sides = await provedSides(tx, given.mergeId, caller, now)
    if (digestOf(sides) !== given.preview) throw new Rejection('MERGE_CHANGED')
    await requireLiveSession(tx, caller.sessionId)
    const asking = await findSession(tx, caller.sessionId)
    if (!asking) throw new Rejection('SESSION_EXPIRED')
    const origin = await originOf(tx, asking.id)
    await mergeIn(tx, sides, { moveId: newId(now), by: 'person', asks: caller.accountId, now })
    const { accountId } = sides.survivor
    const sessionId = newId(now)
    const expiresAt = refreshExpiry(now, deps.config.REFRESH_TOKEN_SECONDS, asking.joinExpiresAt)
    const refreshToken = await insertSession(
      tx,
      {
        id: sessionId,
        accountId,
        ...origin,
        join: joinOf(asking),
        expiresAt,
        device,
        site,
        provedAt: asking.provedAt,
      },
      now,
    )
    return { accountId, sessionId, refreshToken }
  })
  const session = await findSession(deps.db, done.sessionId)
  if (!session) throw new Error(`session ${done.sessionId} is gone`)
  const accessToken = await accessTokenFor(deps, session, deps.now())
  const { accountId, refreshToken } = done
  return {
    accountId,
    pair: { accessToken, refreshToken, refreshExpiresAt: endOf(session).toISOString() },
  }
}
