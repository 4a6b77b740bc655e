import type { z } from 'zod'
import { ResponseError } from '../../http/client.ts'
import { problem } from '../../http/common.ts'
import { eventReader, type LiveEvent } from '../../http/event-reader.ts'
import { live, liveEvents, liveMarket } from '../../http/gateway/live.ts'
import { renewal, type TaladOptions } from './renew.ts'

/** What happened, by its name at `/docs` (`Live…`). After `reset` read again what you keep. */
export type LiveUpdate = {
  [Name in keyof typeof liveEvents]: { type: Name; data: z.output<(typeof liveEvents)[Name]> }
}[keyof typeof liveEvents]

const isKnown = (type: string): type is LiveUpdate['type'] => type in liveEvents

/** Events that are not known yet are passed over. */
function updateOf({ type, data }: LiveEvent): LiveUpdate | undefined {
  if (!isKnown(type)) return undefined
  return { type, data: liveEvents[type].parse(JSON.parse(data)) } as LiveUpdate
}

/**
 * What happens to the caller, where there is a token, and to what is watched (`order:<hash>`, `market`, …). Connects again,
 * and goes on where it broke, until `signal` ends it or the server refuses it for good.
 * @throws ResponseError for a refusal that no other try mends
 */
export async function* liveUpdates(
  options: TaladOptions,
  { watch = [], signal, retryMs = 1_000 }: { watch?: string[]; signal?: AbortSignal; retryMs?: number } = {},
): AsyncGenerator<LiveUpdate, void> {
  const withRenewal = renewal(options)
  let lastId: string | undefined
  async function connect() {
    const token = await options.token?.()
    const url = new URL(options.baseUrl + (token === undefined ? liveMarket : live).path)
    if (watch.length > 0) url.searchParams.set('watch', watch.join())
    const headers = {
      accept: 'text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(lastId !== undefined && { 'last-event-id': lastId }),
    }
    const answer = await (options.fetch ?? fetch)(url, { headers, signal: signal ?? null })
    if (answer.ok && answer.body) return answer.body.pipeThrough(new TextDecoderStream()).getReader()
    const parsed = problem.safeParse(await answer.json().catch(() => undefined))
    throw new ResponseError(answer.status, parsed.data)
  }
  while (!signal?.aborted) {
    const reader = await withRenewal(connect).catch((error: unknown) => {
      const isFinal = error instanceof ResponseError && error.status < 500 && error.status !== 429
      if (isFinal) throw error
    })
    const read = eventReader((id) => {
      lastId = id
    })
    try {
      for (;;) {
        const part = await reader?.read().catch(() => undefined)
        if (!part || part.done) break
        yield* read(part.value).flatMap((event) => updateOf(event) ?? [])
      }
    } finally {
      await reader?.cancel().catch(() => undefined)
    }
    if (!signal?.aborted) await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}
