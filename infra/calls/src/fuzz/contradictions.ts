import fc from 'fast-check'
import { readDocument } from './document.ts'
import { openJudge } from './judge.ts'
import { type Made, requestsTo } from './request.ts'
import type { Known } from './values.ts'

const AT_ONCE = 8

export type Asked = { requests: number; seed: number; known: Known; tokens: readonly string[] }
export type Outcome = {
  sent: number
  /** how many got each status */
  statuses: ReadonlyMap<number, number>
  contradictions: string[]
}

function show({ operation, target, headers, body }: Made): string {
  const { authorization, ...others } = headers
  return `${operation.method} ${target} ${JSON.stringify(others)}${authorization ? ' signed in' : ''} ${body?.slice(0, 400) ?? ''}`
}

/** Sends made-up requests to every call of a running system and holds the answers against its document. */
export async function findContradictions(gateway: string, asked: Asked): Promise<Outcome> {
  const { whole, operations } = await readDocument(gateway)
  const judge = openJudge(gateway, whole)
  const numRuns = Math.ceil(asked.requests / operations.length)
  const made = operations.flatMap((operation) =>
    fc.sample(requestsTo(operation, asked.known, asked.tokens), { numRuns, seed: asked.seed }),
  )
  const found = new Map<string, string>()
  const statuses = new Map<number, number>()
  const waiting = made.values()
  const work = async () => {
    for (const request of waiting) {
      const { status, contradiction } = await judge(request)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (contradiction === undefined) continue
      const kind = contradiction.split(':')[0] ?? ''
      found.set(kind, found.get(kind) ?? `${contradiction}\n    ${show(request)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return { sent: made.length, statuses, contradictions: [...found.values()] }
}
