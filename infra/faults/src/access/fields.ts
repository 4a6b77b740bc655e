import { setTimeout as delay } from 'node:timers/promises'
import { book } from '@talad/calls/book'
import { fieldsOf } from '@talad/calls/fields'
import type { Row } from '@talad/calls/row'
import { type Answer, askPatiently, callerOf } from '@talad/calls/send'
import type { World } from '@talad/calls/world'
import { randomFrom } from '@talad/demo/random'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { type Endpoint, refusesUnknownFields } from '@talad/proto/http/contract'
import { inWorld } from '../in-world.ts'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import type { System } from '../system.ts'
import { everyColumn, findInTables, fingerprint } from './stores.ts'

const CANARY = 'b26canary'
const LANES = 6
const REST_MS = 1_000
/** The size at which every call is made. */
const CALLS_AT = 500
/** What no schema and no table speaks of, and what attackers try nevertheless. */
const FOLKLORE =
  `__proto__ constructor prototype toString hasOwnProperty $where $set _id id __v role roles admin isAdmin
  is_admin permissions scope kyc kyc_level jyc verified status balance fee fees price discount owner version createdAt
  updatedAt tenant customer_id customerId account_id accountId buyer_customer_id actor user email internal`.split(
    /\s+/,
  )

type Place = readonly string[]
type Given = { endpoint: Endpoint; body: unknown }
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

/** Codes of a body that is not as it has to be: by the contract, or by the rules of a payload or a campaign. */
const REFUSALS = new Set(['validation', 'required_parameter', 'payload_invalid', 'campaign_invalid'])

const BUSY = 'trigger_in_progress'
const BUSY_MS = 60_000
const ASK_AGAIN_MS = 50

type Sender = (body: unknown) => Promise<Answer>

async function tryOne(
  send: Sender,
  usual: readonly Answer[],
  { given, place, field, value }: Try,
): Promise<void> {
  const { endpoint, body } = given
  const what = `${endpoint.name} with ${[...place, field].join('.')} = ${JSON.stringify(value)}`
  const sendOnce = () => send(plantedIn(body, place, field, value))
  let answer = await sendOnce()
  // another of these tries is under way for the same person: whoever waits is answered
  for (const since = performance.now(); answer.code === BUSY && performance.now() < since + BUSY_MS; ) {
    await delay(ASK_AGAIN_MS)
    answer = await sendOnce()
  }
  holds(answer.status > 0 && answer.status < 500, `${what} fails: ${answer.text}`)
  holds(!answer.text.includes(CANARY) || answer.status === 400, `${what} comes back in the answer`)
  if (answer.status === 400 && REFUSALS.has(answer.code)) return
  // CA-4: what names another project as well is refused as that of somebody else
  if (endpoint.auth.kind === 'project' && answer.code === 'permission_required') return
  holds(usual.length > 0, `${what} is not refused: ${answer.status} ${answer.code}`)
  const same = usual.some(({ status, code }) => answer.status === status && answer.code === code)
  const now = `${answer.status} ${answer.code}, else ${usual.map(({ status, code }) => `${status} ${code}`).join(' or ')}`
  holds(same, `${what} changes the answer: ${now}`)
}

async function tryAll(send: Sender, usual: readonly Answer[], tries: readonly Try[]): Promise<void> {
  const waiting = tries.values()
  const lane = async () => {
    for (const one of waiting) await tryOne(send, usual, one)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** What money and ownership rest on, once nothing of what was made ready is on its way any more. */
async function atRest(system: System): Promise<string> {
  for (let before = ''; ; ) {
    const now = await fingerprint(system)
    if (now === before) return now
    before = now
    await delay(REST_MS)
  }
}

/** What the calls before have left runs out meanwhile, once: what these tries store, they store each time. */
async function refusedForNothing(system: System, { name }: Endpoint, tryThem: () => Promise<void>) {
  for (let left = 3; left > 0; left--) {
    const before = await atRest(system)
    await tryThem()
    if (before === (await atRest(system))) return
  }
  holds(false, `${name} was refused, and something is stored`)
}

/**
 * CA-16: the drawing of a campaign is whatever its editor makes of it; what of it is read is judged as it is saved. AW-11:
 * by what a list was filtered is written down as it was, whichever list it is.
 */
const FREE: Readonly<Record<string, string>> = { saveCampaignModel: 'model', noteExport: 'filters' }

/** Feeds one call every field at every place. @returns how many tries that were */
async function feed(system: System, world: World, row: Row, fields: readonly string[]): Promise<number> {
  const { endpoint } = row
  const prepared = await row.prepare(world)
  const headers = await callerOf(world, row, prepared, system.service('gateway').env.INTERNAL_TOKENS)
  const host = system.service(endpoint.service).url
  const send: Sender = (body) => askPatiently(host, endpoint, { ...prepared, body }, headers)
  const given = { endpoint, body: prepared.body }
  const places = placesIn(given.body).filter(
    ([first]) => first === undefined || first !== FREE[endpoint.name],
  )
  const tries = places.flatMap((place) => {
    const there = new Set(namesAt(given.body, place))
    const free = fields.filter((name) => !there.has(name) && !isOwn(endpoint, name))
    return free.map((field, turn) => ({ given, place, field, value: hostileValue(field, turn) }))
  })
  if (!refusesUnknownFields(endpoint)) {
    // what may be asked once a minute is answered in one of two ways
    const usual = [await send(given.body), await send(given.body)]
    await tryAll(send, usual, tries)
    return tries.length
  }
  await refusedForNothing(system, endpoint, () => tryAll(send, [], tries))
  // without the fields it is a good call
  const key = endpoint.idempotent ? { 'idempotency-key': `good-${endpoint.name}` } : {}
  const { status, text } = await askPatiently(host, endpoint, prepared, { ...headers, ...key })
  holds(status === endpoint.status, `${endpoint.name} is answered ${status}: ${text.slice(0, 300)}`)
  return tries.length
}

async function fieldsAreRefused(
  system: System,
  world: World,
  { size, seed, say }: Context,
): Promise<Figures> {
  const all = await internalFields(system)
  const random = randomFrom(`fields ${seed}`)
  const always = new Set(FOLKLORE)
  const fields = all.filter((name) => always.has(name) || random() < size / all.length)
  // making calls ready takes longest: a smaller size is of fewer calls too
  const share = size / CALLS_AT
  const withBody = book.filter(({ endpoint }) => endpoint.body && !endpoint.form && random() < share)
  say(`${fields.length} of ${all.length} fields, ${withBody.length} calls`)
  let count = 0
  for (const row of withBody) count += await feed(system, world, row, fields)
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
  run: (context) => inWorld(context, 'one', (system, world) => fieldsAreRefused(system, world, context)),
  found: [],
}
