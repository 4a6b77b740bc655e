import { setTimeout as delay } from 'node:timers/promises'
import type { InMessage, OutMessage, SubscribeOptions } from '@talad/shared/bus/port'
import { isPassingFault } from '@talad/shared/db'
import { holds } from '../../proof.ts'
import { batchOf, goBack, isAtEnd, type Manner, noteDelivery, type Queue, queuesOf } from './queues.ts'
import type { Step } from './steps.ts'

export type PlayedService<D> = {
  /** what calls of people work with */
  acting: D
  subscribed: readonly SubscribeOptions[]
  /** the ids of those messages that are handled for good by all who take them */
  handled(messages: readonly OutMessage[]): Promise<readonly string[]>
  /** the operator's retry of what was parked; false when nothing is */
  drain(): Promise<boolean>
}

/** How much came, came again, failed with its batch, and was parked. */
export type Tally = { delivered: number; again: number; failed: number; parked: number }

const PATIENCE_MS = 60_000
const DRAINED = 0.05
/** Partitions and calls that are served at the same time. */
const MOST_AT_ONCE = 3

type Playing<D> = {
  service: PlayedService<D>
  steps: readonly Step<D>[]
  manner: Manner
  queues: readonly Queue[]
  /** ids of what has been handled or done */
  done: Set<string>
  tally: Tally
}

/** The calls that were not made yet, with their places. */
function openActs<D>({ steps, done }: Playing<D>) {
  return steps.flatMap((step, place) => ('act' in step && !done.has(step.id) ? [{ ...step, place }] : []))
}

/** Finds out which of the things that others wait for have happened. */
async function lookAround<D>({ steps, queues, done, service, ...playing }: Playing<D>): Promise<void> {
  const heads = queues.flatMap(({ list, seen }) =>
    list.slice(seen, seen + 8).map(({ place }) => steps[place]),
  )
  const acts = openActs({ steps, queues, done, service, ...playing })
  const wanted = new Set([...heads, ...acts].flatMap((step) => step?.after ?? []))
  const unknown = steps.flatMap((step) =>
    'message' in step && wanted.has(step.id) && !done.has(step.id) ? [step.message] : [],
  )
  if (unknown.length > 0) for (const id of await service.handled(unknown)) done.add(id)
}

async function deliver<D>(playing: Playing<D>, queue: Queue, batch: InMessage[]): Promise<void> {
  const { tally, manner } = playing
  tally.again += noteDelivery(queue, batch)
  tally.delivered += batch.length
  try {
    await queue.handle(batch, () => undefined)
  } catch (error) {
    if (!isPassingFault(error)) throw error
    tally.failed += 1 // the place of the group was not saved: the batch comes again
    if (manner.inOrder) await deliver(playing, queue, batch) // before anything else: it may hold news
    return
  }
  queue.position += batch.length
  goBack(queue, manner)
}

/** All that could happen next. */
function movesOf<D>(playing: Playing<D>): (() => Promise<void>)[] {
  const { service, steps, manner, queues, done } = playing
  const acts = openActs(playing)
  const news = queues.flatMap(({ list, seen }) => list[seen]?.place ?? [])
  const next = Math.min(...news, ...acts.map(({ place }) => place))
  const mayCome = (place: number) => steps[place]?.after.every((id) => done.has(id)) ?? false
  const moves = acts
    .filter(({ place }) => mayCome(place) && (!manner.inOrder || place === next))
    .map(({ id, act }) => async () => {
      await act(service.acting)
      done.add(id)
    })
  for (const queue of queues) {
    const batch = batchOf(queue, manner, next, mayCome)
    if (batch.length > 0) moves.push(() => deliver(playing, queue, batch))
  }
  return moves
}

/** One of them, or several at once. */
function chosenOf<T>(moves: readonly T[], { inOrder, random }: Manner): T[] {
  const left = [...moves]
  const most = inOrder ? 1 : 1 + Math.floor(random() * MOST_AT_ONCE)
  return Array.from({ length: Math.min(most, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Lets all steps of a script reach a service. @throws Disproved when it comes to a standstill before the end */
export async function play<D>(
  service: PlayedService<D>,
  steps: readonly Step<D>[],
  manner: Manner,
): Promise<Tally> {
  const playing: Playing<D> = {
    service,
    steps,
    manner,
    queues: queuesOf(service.subscribed, steps, manner),
    done: new Set(),
    tally: { delivered: 0, again: 0, failed: 0, parked: 0 },
  }
  const { queues, tally } = playing
  const { random } = manner
  let since = performance.now()
  while (!queues.every(isAtEnd) || openActs(playing).length > 0) {
    await lookAround(playing)
    const moves = chosenOf(movesOf(playing), manner)
    if (moves.length > 0) {
      since = performance.now()
      await Promise.all(moves.map((move) => move()))
    } else {
      const waits = steps.find((step) => step.after.some((id) => !playing.done.has(id)))
      holds(performance.now() - since < PATIENCE_MS, `nothing moves any more before ${waits?.id}`)
      await delay(1)
    }
    const drains = moves.length === 0 || (!manner.plain && random() < DRAINED)
    if (drains && (await service.drain())) tally.parked += 1
  }
  while (await service.drain()) tally.parked += 1
  return tally
}
