import { job } from '@talad/shared/jobs'
import { change } from '@talad/shared/stream'
import type { Deps } from '../../deps.ts'
import { proofName, proofValue } from './proof.ts'
import { lookAtDomain, sites } from './stream.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Says that there is no such record; anything else says nothing of it. */
const NONE = new Set(['ENOTFOUND', 'ENODATA'])

async function isProven(deps: Deps, siteId: string, domain: string): Promise<boolean> {
  try {
    const records = await deps.resolveTxt(proofName(domain))
    return records.some((parts) => parts.join('') === proofValue(siteId, domain))
  } catch (error) {
    if (error instanceof Error && 'code' in error && NONE.has(String(error.code))) return false
    throw error
  }
}

/** Looks whose a domain is: each hour until it is proven, then each day, for as long as the site names it. */
export const lookAtDomainJob = job<{ siteId: string; domain: string }, Deps>(lookAtDomain, {
  maxRetryMs: HOUR_MS,
  run: async ({ siteId, domain }, { deps, now }) => {
    const found = await isProven(deps, siteId, domain)
    const { state, events } = await change(deps, sites, siteId, { type: 'Look', domain, found, now })
    for (const { type } of events)
      if (type !== 'HostProven')
        deps.log.warn(
          { siteId, domain },
          type === 'HostMissed' ? 'the proof of a domain is missing' : 'a domain was let go',
        )
    const host = state?.hosts.find((one) => one.domain === domain)
    if (!host || host.isOurs) return undefined
    return new Date(now.getTime() + (host.proven && !host.letGo && !host.missing ? DAY_MS : HOUR_MS))
  },
})
