import { setTimeout as delay } from 'node:timers/promises'
import { book } from '@talad/calls/book'
import {
  type Call,
  effectsOf,
  type Hosts,
  isAway,
  makeReady,
  mostAfterCrash,
  send,
  sendUntilAnswered,
} from '@talad/calls/keyed'
import type { Prepared, Row } from '@talad/calls/row'
import type { Answer } from '@talad/calls/send'
import { randomFrom } from '@talad/demo/random'
import type { Person } from '@talad/dev/seed/site'
import { serviceNames } from '@talad/services/manifests'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { inWorld } from '../in-world.ts'
import { type Context, holds, type Proof } from '../proof.ts'
import type { System } from '../system.ts'

const keyed = book.filter(({ endpoint }) => endpoint.idempotent === true)

const READY_MS = 90_000
/** the first of the calls has not ended by then */
const KILL_WITHIN_MS = 80

type Site = Hosts & { system: System; stranger: Person }

/** The same with another body: of most, with another note or version. */
function otherOf({ query, body, other }: Prepared): Pick<Prepared, 'query' | 'body'> {
  if (other) return { query, body, ...other }
  const given = Object(body)
  if ('note' in given) return { body: { ...given, note: 'looked at again' } }
  if ('notes' in given) return { body: { ...given, notes: 'looked at again' } }
  if ('version' in given) return { body: { ...given, version: Number(given.version) + 1 } }
  return { body: { ...given, cases: [{ case_id: 'f'.repeat(24), version: 1 }] } }
}

/** @throws Disproved unless all answers are the success of this call, and the same bytes */
function holdSame({ row: { endpoint } }: Call, answers: readonly Answer[], when: string): string {
  const odd = answers.find(({ status }) => status !== endpoint.status)
  holds(odd === undefined, `${when}, ${endpoint.name} is answered ${odd?.status}: ${odd?.text.slice(0, 300)}`)
  const different = new Set(answers.map(({ text }) => text))
  holds(different.size === 1, `${when}, ${endpoint.name} has ${different.size} different answers`)
  return [...different][0] ?? ''
}

async function holdEffect(site: Site, call: Call, when: string, most = 1): Promise<void> {
  const seen = (await effectsOf(site.world, call)) - call.before
  holds(seen >= 1 && seen <= most, `${when}, ${call.row.endpoint.name} has had ${seen} effects`)
}

const isOwned = ({ row: { owns, endpoint } }: Call) =>
  typeof owns === 'string' || endpoint.auth.kind === 'admin'

/** What is nobody's in particular is done for them too, which is no effect of the first one's call. */
function bySomebodyElse(site: Site, call: Call): Promise<Answer> {
  const prepared = { ...call.prepared, by: site.stranger }
  return send(site, { ...call, prepared }, isOwned(call) ? call.key : `${call.key}-theirs`)
}

/** @throws Disproved unless somebody else is refused what is another's, and changes nothing of it */
async function holdOwned(site: Site, call: Call): Promise<void> {
  const { status, text } = await bySomebodyElse(site, call)
  const { name } = call.row.endpoint
  holds(status >= 400 && status < 500, `somebody else's ${name} is answered ${status}: ${text.slice(0, 200)}`)
  holds((await effectsOf(site.world, call)) === call.before, `somebody else's ${name} has an effect`)
}

/** Many at once: one effect, the same bytes, and no other body, nor anybody else. */
async function atOnce(site: Site, call: Call, size: number): Promise<void> {
  const { name } = call.row.endpoint
  if (isOwned(call)) await holdOwned(site, call)
  const answers = await Promise.all(Array.from({ length: size }, () => send(site, call)))
  const text = holdSame(call, answers, `${size} times at once`)
  await holdEffect(site, call, `${size} times at once`)
  const other = await send(site, { ...call, prepared: { ...call.prepared, ...otherOf(call.prepared) } })
  const refused = other.status === 409 && other.code === 'idempotency_mismatch'
  holds(refused, `another body of ${name} is answered ${other.status}: ${other.text.slice(0, 200)}`)
  await holdEffect(site, call, 'after another body')
  const theirs = await bySomebodyElse(site, call)
  holds(theirs.text !== text, `the answer of ${name} is given to somebody else with its key`)
  await holdEffect(site, call, 'after the call of somebody else')
}

/** The state that a process leaves which died in the middle of a call, more than half a minute ago. */
async function abandon({ system }: Site, service: string, keys: readonly string[], answered: boolean) {
  await loseAnswers(system.db(service), keys, answered ? 'all' : 'unanswered')
}

/** Ends a service as a crash does, and waits until its successor serves. */
async function replaceProcess({ system }: Site, name: string): Promise<void> {
  await system.back(name, await system.kill(name))
  const { url } = system.service(name)
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  await until(`${name} is ready again`, isReady, READY_MS)
}

type Kills = { size: number; random: () => number }

/** Kills a service while some of its calls are made many times with one key each. @returns how many were cut off */
async function killInTheMiddle(site: Site, name: string, calls: readonly Call[], { size, random }: Kills) {
  const underWay = calls.map((call) => Promise.all(Array.from({ length: size }, () => send(site, call))))
  await delay(random() * KILL_WITHIN_MS)
  await replaceProcess(site, name)
  const early = await Promise.all(underWay)
  const keys = calls.map(({ key }) => key)
  await abandon(site, name, keys, false)
  for (const [index, call] of calls.entries()) {
    const answers = [await sendUntilAnswered(site, call), await sendUntilAnswered(site, call)]
    const before = early[index]?.filter(({ status }) => status === call.row.endpoint.status) ?? []
    holdSame(call, [...before, ...answers], 'across the death of its service')
    await holdEffect(site, call, 'across the death of its service', mostAfterCrash(call))
  }
  return early.flat().filter((one) => isAway(one)).length
}

/** The same with all calls of a service, many at once; of those that are made ready with the same things one at a time. */
async function killOverAll(site: Site, name: string, about: Kills & { alone: Set<string> }): Promise<number> {
  let [cut, waiting]: [number, Call[]] = [0, []]
  const kill = async () => {
    if (waiting.length > 0) cut += await killInTheMiddle(site, name, waiting, about)
    waiting = []
  }
  const isAlone = ({ endpoint }: Row) => about.alone.has(endpoint.name)
  for (const row of keyed.filter(({ endpoint }) => endpoint.service === name)) {
    // making the next one ready would change what the one before was made ready with
    if (isAlone(row) && waiting.some((call) => isAlone(call.row))) await kill()
    waiting.push(await makeReady(site, row, `killed-${row.endpoint.name}`))
  }
  await kill()
  return cut
}

/** Whose answer was lost with its process does it again, and finds it done. @returns the answer */
async function holdAfterLostAnswer(site: Site, call: Call): Promise<string> {
  await abandon(site, call.row.endpoint.service, [call.key], true)
  const text = holdSame(call, [await sendUntilAnswered(site, call)], 'after its answer was lost')
  await holdEffect(site, call, 'after its answer was lost', mostAfterCrash(call))
  return text
}

async function prove(site: Site, { size, seed, say }: Context) {
  const done: { call: Call; text: string }[] = []
  for (const row of keyed) {
    const call = await makeReady(site, row, `once-${row.endpoint.name}`)
    await atOnce(site, call, size)
    done.push({ call, text: await holdAfterLostAnswer(site, call) })
    say(`${row.endpoint.name}: one effect`)
  }
  const random = randomFrom(`${seed}/kills`)
  const isAlone = ({ call }: (typeof done)[number]) => call.prepared.alone !== undefined
  const alone = new Set(done.filter(isAlone).map(({ call }) => call.row.endpoint.name))
  let cut = 0
  for (const name of serviceNames) cut += await killOverAll(site, name, { size, random, alone })
  for (const { call, text } of done) {
    const again = await sendUntilAnswered(site, call)
    holds(
      again.text === text,
      `${call.row.endpoint.name} is answered otherwise after a restart: ${again.text}`,
    )
  }
  return { calls: keyed.length, sent: keyed.length * 2 * size, 'cut off by a kill -9': cut }
}

/** B16: one key, one effect, whatever the client repeats and whatever dies. */
export const sameKey: Proof = {
  id: 'B16',
  title:
    'of the calls of people and of admins that take an Idempotency-Key, 50 at once with one key have one effect and one reply to the byte; another body is refused, so is whoever names what belongs to somebody else; a kill -9 in the middle, a restart and a lost answer change nothing',
  size: 50,
  unit: 'calls at once with one key, for each endpoint',
  limitMinutes: 20,
  run: (context) =>
    inWorld(context, 'each', async (system, world) =>
      prove({ system, world, hostOf: () => system.run.gateway, stranger: await world.newcomer() }, context),
    ),
  found: [
    'The development top-up had no natural key: one whose process died before its answer was kept was made twice.',
  ],
}
