import { inTx, type Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { survivorOf } from '../account/decide-merge.ts'
import type { Deps } from '../deps.ts'
import { sideOf } from './merge.ts'
import { keepProved, MERGE_MS, type Merger } from './requests.ts'

/** A way into another account that was proved just now; `useUp` makes the proof count once. */
export type ProvedWay = {
  /** undefined: nobody signs in by it */
  link: { accountId: string; identityId: string } | undefined
  useUp: (tx: Tx) => Promise<void>
}

/**
 * ID-34: keeps that somebody who is signed in has proved another account. Nothing changes by it.
 * @throws Rejection IDENTITY_UNKNOWN where nobody has this way in; those of `survivorOf`
 */
export async function beginMerge(
  deps: Deps,
  caller: Merger,
  { link, useUp }: ProvedWay,
): Promise<{ mergeId: string; expiresAt: Date }> {
  const now = deps.now()
  if (!link) throw new Rejection('IDENTITY_UNKNOWN')
  const expiresAt = new Date(now.getTime() + MERGE_MS)
  const mergeId = await inTx(deps.db, async (tx) => {
    survivorOf(await sideOf(tx, caller.accountId), await sideOf(tx, link.accountId))
    await useUp(tx)
    return keepProved(tx, caller, link, expiresAt)
  })
  return { mergeId, expiresAt }
}
