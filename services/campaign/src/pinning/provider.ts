import { z } from 'zod'

export type PinStatus = 'queued' | 'pinning' | 'pinned' | 'failed'

/** A pinning service. Every call throws when no answer came: nothing is known then. */
export type PinningProvider = {
  /** @returns undefined when it was never asked to keep it */
  find(cid: string): Promise<PinStatus | undefined>
  /** Asks it to keep something; asked twice, it may keep two records of one thing. */
  add(cid: string, name: string): Promise<PinStatus>
}

const pinStatus = z.object({
  requestid: z.string(),
  status: z.enum(['queued', 'pinning', 'pinned', 'failed']),
  pin: z.object({ cid: z.string() }),
})
const found = z.object({ count: z.int().min(0), results: z.array(pinStatus) })
const BEST: readonly PinStatus[] = ['pinned', 'pinning', 'queued', 'failed']

/**
 * A pinning service by its wire format, the IPFS Pinning Service API 1.0.
 * @param at.url without `/pins`
 */
export function createPinningProvider(at: {
  url: string
  token: string
  timeoutMs: number
}): PinningProvider {
  async function ask<T>(schema: z.ZodType<T>, query: string, body?: object): Promise<T> {
    const response = await fetch(`${at.url.replace(/\/$/, '')}/pins${query}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${at.token}`, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(at.timeoutMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`the pinning service answers ${response.status}`)
    return schema.parse(await response.json())
  }
  return {
    async find(cid) {
      // unless told otherwise it lists what is pinned alone
      const query = new URLSearchParams({ cid, status: BEST.join(','), limit: '10' })
      const { results } = await ask(found, `?${query}`)
      const known = new Set(results.filter(({ pin }) => pin.cid === cid).map(({ status }) => status))
      return BEST.find((status) => known.has(status))
    },
    async add(cid, name) {
      const { status, pin } = await ask(pinStatus, '', { cid, name })
      if (pin.cid !== cid) throw new Error('the pinning service answers for something else')
      return status
    },
  }
}
