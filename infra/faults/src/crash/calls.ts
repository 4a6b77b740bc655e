import { book } from '@talad/calls/book'
import { fieldsOf } from '@talad/calls/fields'
import { effectsOf, type Hosts, makeReady, mostAfterCrash, sendUntilAnswered } from '@talad/calls/keyed'
import type { Row } from '@talad/calls/row'
import type { Endpoint } from '@talad/proto/http/contract'
import { retry } from '../crowd/patient.ts'
import { Disproved, holds } from '../proof.ts'
import type { Harness, Scenario } from './harness.ts'
import type { CrashSystem } from './system.ts'

const TRIES = 5
/** Longer than a service that was killed is away. */
const READY_WITHIN_MS = 60_000

export const changes = ({ method }: Endpoint) => method !== 'GET'
/** Also reading that is noted, and what the card provider calls. */
const isCrossed = (endpoint: Endpoint) =>
  changes(endpoint) || endpoint.auth.kind === 'callback' || fieldsOf(endpoint.query, 'input').includes('note')

export const crossedRows: readonly Row[] = book.filter(
  ({ endpoint, unsent }) => unsent === undefined && isCrossed(endpoint),
)

/** By the unit of which they cross the points: `POST /shipping/ship`. */
export const callOf: ReadonlyMap<string, string> = new Map(
  crossedRows.map(({ endpoint: { method, path, name } }) => [`${method} ${path}`, name]),
)

const hostsOf = ({ world, run, service }: CrashSystem): Hosts => ({
  world,
  secret: service('gateway').env.INTERNAL_TOKENS,
  hostOf: ({ endpoint }) => (endpoint.auth.kind === 'internal' ? service(endpoint.service).url : run.gateway),
})

/**
 * One call of the book, made ready and sent until it is answered. With a key that is its success, whatever dies, and one
 * effect; without one it may be refused, when its first answer was lost, and is begun anew.
 */
async function play({ system }: Harness, row: Row): Promise<void> {
  const hosts = hostsOf(system)
  const { name, idempotent, status } = row.endpoint
  for (let tries = 1; ; tries++) {
    const ready = () => makeReady(hosts, row, `${name}-call-${system.world.next()}`)
    // people begin anew what broke off before the call itself; what may happen twice by that is judged in the end
    const call = await retry(ready, READY_WITHIN_MS)
    const answer = await sendUntilAnswered(hosts, call)
    if (answer.status === status) {
      if (!idempotent) return
      const effects = (await effectsOf(system.world, call)) - call.before
      return holds(
        effects >= 1 && effects <= mostAfterCrash(call),
        `${name} is answered ${status} and has had ${effects} effects`,
      )
    }
    const mayDiffer = !idempotent || answer.code === 'version_conflict'
    if (!mayDiffer || tries === TRIES)
      throw new Disproved(`${name} is answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  }
}

/** A scenario for each row. */
export const calls: Readonly<Record<string, Scenario>> = Object.fromEntries(
  crossedRows.map((row) => [
    row.endpoint.name,
    (harness: Harness) => harness.alone(row.endpoint.name, () => play(harness, row)),
  ]),
)
