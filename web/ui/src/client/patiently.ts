import { ResponseError } from '@talad/proto/http/client'

const LONGEST_WAIT_S = 60

/** Asks again when the site asks to go slower; a long list is many calls. */
export async function patiently<T>(read: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ResponseError) || error.status !== 429) throw error
      const wait = Math.min(error.retryAfterSeconds ?? 1, LONGEST_WAIT_S) * 1_000
      await new Promise((resolve) => window.setTimeout(resolve, wait))
      signal.throwIfAborted()
    }
  }
}
