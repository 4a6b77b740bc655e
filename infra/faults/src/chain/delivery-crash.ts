import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '@talad/shared/testing/wait'
import { createReader, setTrap } from '../crash/arming.ts'
import { uncrossed } from '../crash/crossed.ts'
import { BY_TRIES } from '../crash/missing.ts'
import { enumerate, type Point } from '../crash/points.ts'
import { createRandom } from '../crash/random.ts'
import { type Phase, phases } from '../crash/strike.ts'
import { type Context, Disproved, type Figures, holds, type Proof } from '../proof.ts'
import { fulfilments, stock } from './deliveries.ts'
import { BLOCK_MS, type DeliveryHarness, openDeliveryHarness, type Purchase } from './delivery-harness.ts'
import { type Trouble, troubles } from './delivery-troubles.ts'
import { type ChainHarness, onChain } from './on-chain.ts'

const SERVICE = 'shipping-payment'
const QUEUE = '_shared/chain/tx-'
/** more than what is bought */
const UNITS = 2_000
const SIZE = 60
const TRIES = 3
const SETTLED_MS = 120_000
/** what is still on its way gets into a block */
const REST_MS = 10 * BLOCK_MS

type Ways = ReadonlyMap<string, Trouble>
type Kill = { point: string; phase: Phase; trouble: Trouble }

/** Plays each trouble once without harm. @returns which of them crosses each point of the queue first */
async function explore(
  harness: DeliveryHarness,
  read: () => Promise<Set<string>>,
  points: readonly Point[],
): Promise<{ ways: Ways; excused: number }> {
  const ways = new Map<string, Trouble>()
  for (const trouble of Object.values(troubles)) {
    await trouble(harness)
    for (const point of await read()) if (point.includes(QUEUE) && !ways.has(point)) ways.set(point, trouble)
  }
  const { excused, forgotten } = await uncrossed(points, new Set(ways.keys()))
  const others = excused.filter(({ why }) => why !== BY_TRIES)
  const left = [...others.map(({ name }) => name), ...forgotten]
  holds(left.length === 0, `no trouble crosses ${left.join(', ')}`)
  return { ways, excused: excused.length }
}

/** A part of all points and phases, the same for the same seed. */
function choose(ways: Ways, { size, seed }: Context): Kill[] {
  const random = createRandom(seed)
  const all = [...ways].flatMap(([point, trouble]) =>
    phases.map((phase): Kill => ({ point, phase, trouble })),
  )
  const shuffled = all.map((kill) => ({ kill, at: random() })).sort((a, b) => a.at - b.at)
  const wanted = size >= SIZE ? all.length : Math.max(1, Math.round((all.length * size) / SIZE))
  return shuffled.slice(0, wanted).map(({ kill }) => kill)
}

/** Kills the shop once at a point, with a trouble that crosses it. @returns whether it was reached */
async function strike(
  harness: DeliveryHarness,
  folder: string,
  { point, phase, trouble }: Kill,
): Promise<boolean> {
  const trap = await setTrap(folder, point, phase)
  for (let n = 0; n < TRIES; n++) {
    let over = false
    const playing = trouble(harness).finally(() => {
      over = true
    })
    playing.catch(() => undefined) // it is awaited below
    while (!over && !(await trap.struck(200)));
    if (trap.pidOfDead() !== undefined) await harness.shop.restart()
    await playing
    if (trap.pidOfDead() !== undefined) return true
  }
  if (await trap.disarm()) return false
  await harness.shop.restart()
  return true
}

/** What is wrong with a purchase; undefined: it was delivered once, or not and the buyer has the money again. */
async function faultOf(
  { shop }: DeliveryHarness,
  { id, orderHash, comesTrue }: Purchase,
  counts: ReadonlyMap<string, number>,
) {
  const times = counts.get(orderHash) ?? 0
  const refunds = shop.ledger.of(id).filter(({ type }) => type === 'refund').length
  const { rows } = await shop.db.query<{ job: string; status: string; incident: string | null }>(
    `select t.status as job, s.status, s.incident from shipping s join kit.chain_tx t on t.id = 'delivery:' || s.id
     where s.id = $1`,
    [id],
  )
  const [row] = rows
  const delivered = row?.job === 'mined' && times === 1 && refunds === 0 && row.incident === null
  const incident = times === 1 && comesTrue ? 'delivered_after_refund' : null
  const ended = row?.status === 'failed' && row.incident === incident
  const returned = ended && times === (incident ? 1 : 0) && refunds === 1
  if (delivered || returned) return undefined
  return `the purchase ${id} is ${JSON.stringify(row)}, fulfilled ${times} times, refunded ${refunds} times`
}

/** @throws Disproved when a purchase does not come to its one end */
async function judge(harness: DeliveryHarness): Promise<{ delivered: number; refunded: number }> {
  let faults: string[] = []
  const right = async () => {
    const counts = await fulfilments(harness.chain)
    const found = await Promise.all(harness.purchases.map((purchase) => faultOf(harness, purchase, counts)))
    faults = found.filter((fault) => fault !== undefined)
    return faults.length === 0
  }
  await delay(REST_MS)
  await until('all is as it should be', right, SETTLED_MS).catch(() => {
    throw new Disproved(`${faults.length} purchases ended wrongly, the first: ${faults[0]}`)
  })
  const refunded = harness.shop.ledger.all.filter(({ type }) => type === 'refund').length
  return { delivered: harness.purchases.length - refunded, refunded }
}

async function play(context: Context, on: ChainHarness): Promise<Figures> {
  const { say } = context
  const folder = join(context.folder, 'crash')
  await mkdir(folder, { recursive: true })
  const { points, generic } = await enumerate()
  await writeFile(join(folder, 'generic.json'), JSON.stringify(generic))
  await stock(on.chain, UNITS)
  const harness = await openDeliveryHarness(on, folder)
  const read = createReader(folder, [SERVICE])
  const own = points.filter(({ path }) => path.startsWith(QUEUE))
  const { ways, excused } = await explore(harness, read, own)
  const plan = choose(ways, context)
  say(`${plan.length} kills at ${ways.size} points`)
  const missed: string[] = []
  for (const [n, kill] of plan.entries()) {
    if (!(await strike(harness, folder, kill))) missed.push(`${kill.phase} ${kill.point}`)
    if (n % 10 === 9) say(`${n + 1} of ${plan.length}`)
  }
  for (const one of missed) say(`not reached again: ${one}`)
  holds(missed.length <= plan.length / 20, `${missed.length} were not reached again: ${missed.join(', ')}`)
  const ends = await judge(harness)
  return {
    'points of the queue in the sources': own.length,
    'of them crossed': own.length - excused,
    'points × phases': ways.size * phases.length,
    kills: plan.length - missed.length,
    'not reached again': missed.length,
    purchases: harness.purchases.length,
    ...ends,
  }
}

export const deliveryCrash: Proof = {
  id: 'B2-deliveries',
  title:
    'A delivery whose process is killed before, during or after whatever its queue stores or broadcasts, while the node refuses, loses or forgets transactions and blocks are taken back, happens once, or the buyer has the money again',
  size: SIZE,
  unit: 'kills, as many as there are points × phases',
  limitMinutes: 90,
  run: (context) => onChain(context, (on) => play(context, on)),
  found: [
    'A delivery whose nonce another user of the key had used up, and that had gone out under the next one, was sent again under the first when a reorganisation took that use back: it happened twice. What is missing before others is now filled by what still has that nonce, or an empty transfer.',
  ],
}
