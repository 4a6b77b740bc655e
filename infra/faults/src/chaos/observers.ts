import { setTimeout as delay } from 'node:timers/promises'
import type { Run } from '@talad/dev/run-file'
import type { Person } from '@talad/dev/seed/site'
import { assetIndexerHttp } from '@talad/proto/http/asset-indexer/assets'
import { ledgerHttp } from '@talad/proto/http/ledger/credit'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'

/** How the site answered. */
export type Answers = {
  byStatus: Map<number, number>
  unanswered: number
  slowestMs: number
  trouble: string[]
}

export type Observers = { stop(): Promise<void> }

/** Longer than the gateway gives a service, and time for a busy machine. */
const LIMIT_MS = 20_000
const BETWEEN_MS = 250
const INTERNALS =
  /ECONN|EPIPE|ETIMEDOUT|127\.0\.0\.1|localhost|\n\s+at |node:|\.ts:\d|postgres|kafka|redis|prisma|anvil/i

/** A service that is away, or busy elsewhere, says so; it never says more, and nothing it says is a 500. */
function judge(what: string, status: number, body: string): string | undefined {
  if (status >= 500 && status !== 503 && status !== 504)
    return `${what} answers ${status}: ${body.slice(0, 300)}`
  if (status >= 400 && INTERNALS.test(body))
    return `${what} tells internals (${status}): ${body.slice(0, 300)}`
  return undefined
}

export function noAnswers(): Answers {
  return { byStatus: new Map(), unanswered: 0, slowestMs: 0, trouble: [] }
}

type Question = { what: string; path: string; method: string; body?: object }

/** One of each kind and service: read and written, signed in and not. */
function questionsOf(): Question[] {
  const read = ({ name, path }: { name: string; path: string }, query = ''): Question => ({
    what: name,
    path: `${path}${query}`,
    method: 'GET',
  })
  return [
    read(orderBookHttp.orderTerms),
    read(orderBookHttp.listOrders),
    read(ledgerHttp.creditBalances),
    read(shippingPaymentHttp.shippingHistory),
    read(assetIndexerHttp.listAssets),
    {
      what: shippingPaymentHttp.ship.name,
      path: shippingPaymentHttp.ship.path,
      method: 'POST',
      body: { order_hash: `0x${'ab'.repeat(32)}`, amount: '1', defer_payment: true },
    },
  ]
}

/** Asks the site all the time, as a stranger would see it: what it answers, and how long it takes. */
export function startObservers(run: Run, person: Person, answers: Answers): Observers {
  let stopped = false
  const lane = async ({ what, path, method, body }: Question) => {
    while (!stopped) {
      const since = performance.now()
      try {
        const answer = await fetch(`${run.gateway}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${person.token}`,
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          body: body ? JSON.stringify(body) : null,
          signal: AbortSignal.timeout(LIMIT_MS),
        })
        const text = await answer.text()
        answers.byStatus.set(answer.status, (answers.byStatus.get(answer.status) ?? 0) + 1)
        const wrong = judge(what, answer.status, text)
        if (wrong !== undefined) answers.trouble.push(wrong)
      } catch (error) {
        answers.unanswered += 1
        if (error instanceof Error && error.name === 'TimeoutError')
          answers.trouble.push(`${what} is not answered in ${LIMIT_MS / 1000} s`)
      }
      answers.slowestMs = Math.max(answers.slowestMs, performance.now() - since)
      await delay(BETWEEN_MS)
    }
  }
  const running = Promise.all(questionsOf().map(lane))
  return {
    async stop() {
      stopped = true
      await running
    },
  }
}

/** Asks a service itself whether it is ready. @returns undefined when it does not say in time */
async function readiness(url: string): Promise<number | undefined> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(8_000) }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  return answer?.status
}

/** Waits until services say that they are, or aren't, ready. @returns those that do not in time */
export async function lateToSay(
  run: Run,
  services: readonly string[],
  status: 200 | 503,
  withinMs: number,
): Promise<string[]> {
  const deadline = performance.now() + withinMs
  const late = await Promise.all(
    services.map(async (name) => {
      const url = run.services[name] ?? ''
      let last: number | undefined
      while (performance.now() < deadline) {
        last = await readiness(url)
        if (last === status) return []
        await delay(BETWEEN_MS)
      }
      return [`${name} (${last ?? 'no answer'})`]
    }),
  )
  return late.flat()
}
