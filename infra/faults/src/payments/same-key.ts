import { setTimeout as delay } from 'node:timers/promises'
import { randomFrom } from '@talad/demo/random'
import { everyEndpoint } from '@talad/gateway/routes/table'
import type { Endpoint } from '@talad/proto/http/contract'
import { type ServiceName, serviceNames } from '@talad/services/manifests'
import { loseAnswers } from '@talad/shared/testing/lose-answers'
import { until } from '@talad/shared/testing/wait'
import { type Context, holds, type Proof } from '../proof.ts'
import { startSystem, withSystem } from '../system.ts'
import { countIn } from './same-key-deed.ts'
import { openProps, type Props } from './same-key-props.ts'
import { deeds, notYet } from './same-key-routes.ts'
import { AWAY, insist, type Keyed, type Reply, send } from './same-key-send.ts'

/** Every call that takes an Idempotency-Key, of people and of admins. */
const keyed = everyEndpoint.filter(({ idempotent, name }) => idempotent === true && !notYet.has(name))

const READY_MS = 90_000
/** the first of the calls has not ended by then */
const KILL_WITHIN_MS = 80

const effectsOf = ({ system }: Props, { endpoint, deed }: Keyed) =>
  countIn(system, endpoint.service, deed.effects)

async function prepare(
  props: Props,
  endpoint: Endpoint,
  person: Props['buyer'],
  key: string,
): Promise<Keyed> {
  const make = deeds[endpoint.name]
  if (!make) throw new Error(`${endpoint.name} takes an Idempotency-Key and is not covered here`)
  const deed = await make(props, person, key)
  return { endpoint, key, deed, before: await countIn(props.system, endpoint.service, deed.effects) }
}

/** @throws Disproved unless all replies are the success of this call, and the same bytes */
function holdSame({ endpoint }: Keyed, replies: readonly Reply[], when: string): string {
  const odd = replies.find(({ status }) => status !== endpoint.status)
  holds(odd === undefined, `${when}, ${endpoint.name} is answered ${odd?.status}: ${odd?.text.slice(0, 300)}`)
  const different = new Set(replies.map(({ text }) => text))
  holds(different.size === 1, `${when}, ${endpoint.name} has ${different.size} different replies`)
  return [...different][0] ?? ''
}

async function holdEffect(props: Props, call: Keyed, when: string, most = 1): Promise<void> {
  const seen = (await effectsOf(props, call)) - call.before
  holds(seen >= 1 && seen <= most, `${when}, ${call.endpoint.name} has had ${seen} effects`)
}

/** What is nobody's in particular is done for them too, which is no effect of the first one's call. */
function bySomebodyElse(props: Props, { deed, key, ...call }: Keyed): Promise<Reply> {
  const requestId = deed.owned ? key : `${key}-theirs`
  return send(props, { ...call, key, requestId, deed: { ...deed, person: props.rival } })
}

/** @throws Disproved unless somebody else is refused what is another's, and changes nothing of it */
async function holdOwned(props: Props, call: Keyed): Promise<void> {
  const { status, text } = await bySomebodyElse(props, call)
  const { name } = call.endpoint
  holds(status >= 400 && status < 500, `somebody else's ${name} is answered ${status}: ${text.slice(0, 200)}`)
  holds((await effectsOf(props, call)) === call.before, `somebody else's ${name} has an effect`)
}

/** Many at once: one effect, the same bytes, and no other body, nor anybody else. */
async function atOnce(props: Props, call: Keyed, size: number): Promise<void> {
  if (call.deed.owned) await holdOwned(props, call)
  const replies = await Promise.all(Array.from({ length: size }, () => send(props, call)))
  const text = holdSame(call, replies, `${size} times at once`)
  await holdEffect(props, call, `${size} times at once`)
  const other = await send(props, call, call.deed.other)
  const refused = other.status === 409 && other.text.includes('idempotency_mismatch')
  holds(
    refused,
    `another body of ${call.endpoint.name} is answered ${other.status}: ${other.text.slice(0, 200)}`,
  )
  await holdEffect(props, call, 'after another body')
  const theirs = await bySomebodyElse(props, call)
  holds(theirs.text !== text, `the answer of ${call.endpoint.name} is given to somebody else with its key`)
  await holdEffect(props, call, 'after the call of somebody else')
}

/**
 * A request on somebody's phone is made at Join, which takes no key: a call whose process died between Join's answer
 * and ours shows a second one. Neither does anything before its owner approves. And who is said to have passed an
 * assessment, has passed what is asked by then, which others may publish anew between a death and the call after it.
 */
const mostAfterCrash = ({ endpoint: { service, name } }: Keyed) =>
  service === 'identity' || name === 'passAssessment' ? 2 : 1

/** The state that a process leaves which died in the middle of a call, more than half a minute ago. */
async function abandon({ system }: Props, service: string, keys: readonly string[], answered: boolean) {
  await loseAnswers(system.db(service), keys, answered ? 'all' : 'unanswered')
}

/** Ends a service as a crash does, and waits until its successor serves. */
async function replaceProcess({ system }: Props, name: string): Promise<void> {
  await system.back(name, await system.kill(name))
  const { url } = system.service(name)
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok
  await until(`${name} is ready again`, isReady, READY_MS)
}

type Kills = { size: number; random: () => number }

/** Kills a service while some of its routes are called many times with one key each. */
async function killInTheMiddle(
  props: Props,
  name: ServiceName,
  calls: readonly Keyed[],
  { size, random }: Kills,
): Promise<number> {
  const underWay = calls.map((call) => Promise.all(Array.from({ length: size }, () => send(props, call))))
  await delay(random() * KILL_WITHIN_MS)
  await replaceProcess(props, name)
  const early = await Promise.all(underWay)
  await abandon(
    props,
    name,
    calls.map(({ key }) => key),
    false,
  )
  for (const [index, call] of calls.entries()) {
    const replies = [await insist(props, call), await insist(props, call)]
    const before = early[index]?.filter(({ status }) => status === call.endpoint.status) ?? []
    holdSame(call, [...before, ...replies], 'across the death of its service')
    await holdEffect(props, call, 'across the death of its service', mostAfterCrash(call))
  }
  return early.flat().filter(({ status }) => AWAY.has(status)).length
}

/** The same with all routes of a service, as many at once as don't change what another was made ready with. */
async function killOverAll(props: Props, name: ServiceName, about: Kills): Promise<number> {
  let [cut, ready]: [number, Keyed[]] = [0, []]
  const kill = async () => {
    if (ready.length > 0) cut += await killInTheMiddle(props, name, ready, about)
    ready = []
  }
  for (const endpoint of keyed.filter(({ service }) => service === name)) {
    const onCollections = ready.filter(({ deed }) => deed.collection !== undefined)
    if (onCollections.length === props.collections) await kill()
    ready.push(await prepare(props, endpoint, props.rival, `killed-${endpoint.name}`))
  }
  await kill()
  return cut
}

/** Whose answer was lost with its process does it again, and finds it done. @returns the answer */
async function holdAfterLostAnswer(props: Props, call: Keyed): Promise<string> {
  await abandon(props, call.endpoint.service, [call.key], true)
  const text = holdSame(call, [await insist(props, call)], 'after its answer was lost')
  await holdEffect(props, call, 'after its answer was lost', mostAfterCrash(call))
  return text
}

async function prove(props: Props, { size, seed, say }: Context) {
  const done: { call: Keyed; text: string }[] = []
  for (const endpoint of keyed) {
    const call = await prepare(props, endpoint, props.buyer, `once-${endpoint.name}`)
    await atOnce(props, call, size)
    done.push({ call, text: await holdAfterLostAnswer(props, call) })
    say(`${endpoint.name}: one effect`)
  }
  const random = randomFrom(`${seed}/kills`)
  let cut = 0
  for (const name of serviceNames) cut += await killOverAll(props, name, { size, random })
  for (const { call, text } of done) {
    const again = await insist(props, call)
    holds(again.text === text, `${call.endpoint.name} is answered otherwise after a restart: ${again.text}`)
  }
  return { routes: keyed.length, calls: keyed.length * 2 * size, 'calls that a kill -9 cut off': cut }
}

async function run(context: Context) {
  const { postgres, folder, say } = context
  const covered = keyed.filter(({ name }) => deeds[name] !== undefined)
  const missing = keyed.filter((endpoint) => !covered.includes(endpoint)).map(({ name }) => name)
  holds(
    missing.length === 0,
    `these calls take an Idempotency-Key and are not covered: ${missing.join(', ')}`,
  )
  const starting = startSystem({ postgres, folder, say, processes: 'each' })
  return withSystem(starting, say, async (system) => prove(await openProps(system), context))
}

/** B16: one key, one effect, whatever the client repeats and whatever dies. */
export const sameKey: Proof = {
  id: 'B16',
  title:
    'of the calls of people and of admins that take an Idempotency-Key, 50 at once with one key have one effect and one reply to the byte; another body is refused, so is whoever names what belongs to somebody else; a kill -9 in the middle, a restart and a lost answer change nothing',
  size: 50,
  unit: 'calls at once with one key, for each route',
  limitMinutes: 15,
  run,
  found: [
    'The development top-up had no natural key: one whose process died before its answer was kept was made twice.',
  ],
}
