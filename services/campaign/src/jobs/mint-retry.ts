import { job } from '@talad/shared/jobs'
import { change } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { againCommand } from '../mint/again.ts'
import { mintRetry } from '../mint/operate.ts'
import { findMint } from '../mint/rows.ts'
import { mints } from '../mint/stream.ts'

/** CA-48: what an operator asked for; again later where the chain can't be asked. */
export const mintRetryJob = job<{ mintId: string; by: string }, Deps>(mintRetry, {
  async run({ mintId, by }, { deps }) {
    const mint = await findMint(deps.db, mintId)
    if (!mint || mint.state === 'open' || mint.state === 'mined') return
    const command = await againCommand(deps, mint, { by, now: deps.now(), receiver: mint.receiver })
    await change(deps, mints, mintId, command)
  },
})
