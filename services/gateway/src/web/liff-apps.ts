import { createClient } from '@talad/proto/http/client'
import { waysIn } from '@talad/proto/http/identity/ways'
import { z } from 'zod'

const WITHIN_MS = 1_500
const opened = z.object({ liffId: z.string() })

/** ID-44: whether a page is opened as a LIFF app of ours; no, where identity doesn't say so in time. */
export function liffApps(upstream: string | undefined): (query: unknown) => Promise<boolean> {
  const call = upstream === undefined ? undefined : createClient({ baseUrl: upstream, timeoutMs: WITHIN_MS })
  return async (query) => {
    const asked = opened.safeParse(query).data
    if (!asked || !call) return false
    return call(waysIn, {}).then(
      ({ liff }) => liff.some(({ liffId }) => liffId === asked.liffId),
      () => false,
    )
  }
}
