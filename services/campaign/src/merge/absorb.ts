import type { Tx } from '@talad/shared/db'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'
import { moveAppUsers } from '../app-user/rows.ts'
import { moveHoldings } from '../holding/merge.ts'
import { moveGrants } from '../member/merge.ts'
import { mintWaiting } from '../mint/waiting.ts'
import { mergeUses } from '../trigger/merge.ts'

/** Due some time after a merge: moves what was given to the absorbed account beside it. */
export const mergeRest = jobType('merge.rest', z.object({ accountId: z.string(), claimed: z.boolean() }))

type Absorbed = { from: string; to: string; claimed: boolean; chainId: string; now: Date }

/** ID-35: what an account has used, holds and may do becomes another's. Again, it changes nothing. */
export async function absorb(tx: Tx, { from, to, claimed, chainId, now }: Absorbed): Promise<void> {
  await mergeUses(tx, from, to)
  await moveHoldings(tx, { from, to, claimed })
  await mintWaiting(tx, [to], { chainId, now }) // CA-50: who claims what waited for them has a wallet already
  await moveAppUsers(tx, from, to)
  await moveGrants(tx, { from, to, now })
}
