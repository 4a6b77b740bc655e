import { createClient } from '@talad/proto/http/client'
import { waysIn } from '@talad/proto/http/identity/ways'
import { z } from 'zod'

/** Who comes by LIFF wants to sign in, and that is identity's to do: it is waited for. */
const WITHIN_MS = 5_000
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
