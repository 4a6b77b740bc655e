import { randomFrom } from '@talad/demo/random'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { type Endpoint, refusesUnknownFields } from '@talad/proto/http/contract'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import type { System } from '../system.ts'
import { gatherBelongings } from './belongings.ts'
import { type Given, givenFor, withBody } from './bodies.ts'
import { type Answer, send } from './doors.ts'
import { inSystem } from './in-system.ts'
import { fieldsOf } from './schema-fields.ts'
import { everyColumn, findInTables, fingerprint } from './stores.ts'

const CANARY = 'b26canary'
const LANES = 6
/** What no schema and no table speaks of, and what attackers try nevertheless. */
const FOLKLORE = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '$where',
    '$set',
    '_id',
    'id',
    '__v',
  ],
  ...[
    'role',
    'roles',
    'admin',
    'isAdmin',
    'is_admin',
    'permissions',
    'scope',
    'kyc',
    'kyc_level',
    'jyc',
    'verified',
  ],
  ...[
    'status',
    'balance',
    'fee',
    'fees',
    'price',
    'discount',
    'owner',
    'version',
    'createdAt',
    'updatedAt',
    'tenant',
  ],
  ...[
    'customer_id',
    'customerId',
    'account_id',
    'accountId',
    'buyer_customer_id',
    'actor',
    'user',
    'email',
    'internal',
  ],
]

type Place = readonly string[]
type Try = { given: Given; place: Place; field: string; value: unknown }

/** Each object within a body, by the way that leads to it; of a list, the first. */
function placesIn(value: unknown, way: Place = []): Place[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : placesIn(value[0], [...way, '0'])
  if (typeof value !== 'object' || value === null) return []
  return [way, ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...way, name]))]
}

/** A copy with one more field at a place; `__proto__` becomes a field like any other, as in JSON. */
function plantedIn(value: unknown, place: Place, field: string, extra: unknown): unknown {
  const [next, ...rest] = place
  if (Array.isArray(value))
    return value.map((one, at) => (String(at) === next ? plantedIn(one, rest, field, extra) : one))
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (next === undefined) return Object.fromEntries([...entries, [field, extra]])
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === next ? plantedIn(inner, rest, field, extra) : inner]),
  )
}

function namesAt(value: unknown, place: Place): string[] {
  const inner = place.reduce<unknown>((at, name) => Object(at)[name], value)
  return Object.keys(Object(inner))
}

/** Every field that is somewhere in an answer, a table or the folklore. */
async function internalFields(system: System): Promise<string[]> {
  const answered = everyEndpoint.flatMap(({ response }) => fieldsOf(response, 'output'))
  const stored = await everyColumn(system.services.map(({ env }) => env.DATABASE_URL ?? ''))
  return [...new Set([...FOLKLORE, ...answered, ...stored])]
}

function hostileValue(field: string, turn: number): unknown {
  if (field === '__proto__') return { [CANARY]: 1, isAdmin: true }
  if (field === 'constructor') return { prototype: { [CANARY]: 1 } }
  return [CANARY, 987_654_321, true, { [CANARY]: CANARY }, [CANARY], 'completed', null, -1][turn % 8]
}

/** Told of a field that it takes under another meaning: that is the call's own field, judged by its own rules. */
function isOwn({ body }: Endpoint, field: string): boolean {
  return fieldsOf(body, 'input').includes(field)
}

function post(system: System, { endpoint, path, headers }: Given, body: unknown): Promise<Answer> {
  const url = system.services.find(({ name }) => name === endpoint.service)?.url ?? ''
  return send(url + path, body, headers, endpoint.method)
}

async function tryOne(system: System, usual: Answer, one: Try): Promise<void> {
  const { given, place, field, value } = one
  const what = `${given.endpoint.name} with ${[...place, field].join('.')} = ${JSON.stringify(value)}`
  const answer = await post(system, given, plantedIn(given.body, place, field, value))
  holds(answer.status < 500, `${what} fails: ${answer.text}`)
  holds(!answer.text.includes(CANARY) || answer.status === 400, `${what} comes back in the answer`)
  if (answer.status === 400 && ['validation', 'required_parameter'].includes(answer.code)) return
  holds(!refusesUnknownFields(given.endpoint), `${what} is not refused: ${answer.status} ${answer.code}`)
  const same = answer.status === usual.status && answer.code === usual.code
  holds(
    same,
    `${what} changes the answer: ${answer.status} ${answer.code}, else ${usual.status} ${usual.code}`,
  )
}

async function tryAll(system: System, given: Given, tries: readonly Try[]): Promise<void> {
  // a call that must refuse is never let do its work: that would change what the next one finds
  const free = !refusesUnknownFields(given.endpoint)
  if (free) await post(system, given, given.body) // what may be asked once a minute is used up by this
  const usual = free ? await post(system, given, given.body) : undefined
  let next = 0
  const lane = async () => {
    for (let one = tries[next++]; one; one = tries[next++]) {
      await tryOne(
        system,
        usual ?? { status: 0, code: '', body: undefined, text: '', headers: new Headers() },
        one,
      )
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function fieldsAreRefused(system: System, { size, seed, say }: Context): Promise<Figures> {
  const belongings = await gatherBelongings(system)
  const all = await internalFields(system)
  const random = randomFrom(`fields ${seed}`)
  const always = new Set(FOLKLORE)
  const fields = all.filter((name) => always.has(name) || random() < size / all.length)
  say(`${fields.length} of ${all.length} fields, ${withBody.length} calls`)
  let count = 0
  let turn = 0
  for (const endpoint of withBody) {
    const one = await givenFor(system, belongings, endpoint)
    const before = refusesUnknownFields(one.endpoint) ? await fingerprint(system) : undefined
    const tries = placesIn(one.body).flatMap((place) => {
      const there = new Set(namesAt(one.body, place))
      const free = fields.filter((name) => !there.has(name) && !isOwn(one.endpoint, name))
      return free.map((field) => ({ given: one, place, field, value: hostileValue(field, turn++) }))
    })
    await tryAll(system, one, tries)
    count += tries.length
    const same = before === undefined || before === (await fingerprint(system))
    holds(same, `${one.endpoint.name} was refused, and something is stored`)
  }
  const stored = await findInTables(system.run.databases, { 'a field that is nobody’s to set': CANARY })
  holds(stored.length === 0, `kept: ${stored[0]}`)
  holds(!(CANARY in {}) && !('isAdmin' in {}), 'the prototype of all objects was changed')
  return {
    'calls with a body': withBody.length,
    'internal fields': fields.length,
    tries: count,
    'let through': 0,
  }
}

export const fields: Proof = {
  id: 'B26',
  title:
    'Every call with a body is fed every field of every answer and every table, at every depth: it refuses, or passes the field over, and nothing is stored or changed',
  size: 1_000,
  unit: 'fields at most, at each place of each body',
  limitMinutes: 20,
  run: (context) => inSystem(context, (system) => fieldsAreRefused(system, context)),
  found: [],
}
