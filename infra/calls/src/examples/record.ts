import type { Example } from '@talad/gateway/docs/examples'
import { base, type Endpoint } from '@talad/proto/http/contract'
import { book } from '../book.ts'
import type { Prepared, Row } from '../row.ts'
import { type Answer, askPatiently, callerOf } from '../send.ts'
import { openWorld, type Site } from '../world.ts'
import { stable } from './stable.ts'

const isAdmins = ({ auth, path }: Endpoint) => auth.kind === 'admin' || path.startsWith(base.admin)

/** What is shown: every call but those of services among each other; what people do before what admins do. */
export const shown: readonly Row[] = book
  .filter(({ endpoint, unsent }) => endpoint.auth.kind !== 'internal' && unsent === undefined)
  .toSorted((one, other) => Number(isAdmins(one.endpoint)) - Number(isAdmins(other.endpoint)))

const texts = (fields: unknown) =>
  Object.fromEntries(Object.entries(Object(fields)).map(([name, value]) => [name, String(value)]))

/** What was sent; in the place of a file its name. */
const sentOf = (body: unknown) =>
  Object.fromEntries(
    Object.entries(Object(body)).map(([name, value]) => [name, value instanceof File ? value.name : value]),
  )

function exampleOf({ params, query, body }: Prepared, { text, headers }: Answer): Example {
  const isJson = (headers.get('content-type') ?? '').startsWith('application/json')
  const location = headers.get('location')
  return {
    ...(params !== undefined && { params: texts(params) }),
    ...(query !== undefined && { query: texts(query) }),
    ...(body !== undefined && { body: sentOf(body) }),
    ...(isJson && { answer: JSON.parse(text) }),
    ...(location !== null && { location }),
  }
}

/** What every call takes and answers, as it happened in a system. @throws Error that names those that were refused */
export async function recordExamples(site: Site): Promise<Record<string, Example>> {
  const begunMs = Date.now()
  const world = await openWorld(site)
  const recorded = new Map<string, Example>()
  const refused: string[] = []
  for (const row of shown) {
    const { name, status } = row.endpoint
    try {
      const prepared = await row.prepare(world)
      const caller = await callerOf(world, row, prepared)
      const headers = row.endpoint.idempotent ? { ...caller, 'idempotency-key': `example-${name}` } : caller
      const answer = await askPatiently(site.run.gateway, row.endpoint, prepared, headers)
      if (answer.status === status) recorded.set(name, exampleOf(prepared, answer))
      else refused.push(`${name} is answered ${answer.status} ${answer.text.slice(0, 300)}`)
    } catch (error) {
      refused.push(`${name} can't be made ready: ${error}`)
    }
  }
  await world.close()
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return stable(recorded, site.run, begunMs)
}
