import type { Deps as CampaignDeps } from '@talad/campaign/deps'
import { service as campaign } from '@talad/campaign/service'
import { type Random, randomFrom, times } from '@talad/demo/random'
import type { Deps as GatewayDeps } from '@talad/gateway/deps'
import { service as gateway } from '@talad/gateway/service'
import type { Deps as IdentityDeps } from '@talad/identity/deps'
import { listingEndJob } from '@talad/identity/jobs/listing-end'
import { listingSuspendedJob } from '@talad/identity/jobs/listing-suspended'
import { pictureCheckJob } from '@talad/identity/jobs/picture-check'
import { pictureSuspendedJob } from '@talad/identity/jobs/picture-suspended'
import { service as identity } from '@talad/identity/service'
import { commands } from '@talad/ledger/consumers/command'
import type { OutMessage } from '@talad/shared/bus/port'
import type { ConsumerDeps } from '@talad/shared/consumer'
import { type Context, type Figures, holds, type Proof } from '../proof.ts'
import { money } from '../simulator/money/workload.ts'
import { messageOf, openService, type SimulatedService } from '../simulator/service.ts'
import { createClock, playSequence } from '../simulator/simulation.ts'
import { suspension } from '../simulator/suspension/workload.ts'
import type { Environment, Workload } from '../simulator/workload.ts'
import { requireAllFed } from './fed.ts'
import { emptierOf, type Manner, replay } from './replay.ts'
import { samplesFor } from './samples.ts'

/** Schedules of the same messages for a service: to record them costs as much as some of these. */
const OF_A_RECORDING = 10

/** Mixes lists, each of which keeps its order. */
function woven<T>(lists: readonly (readonly T[])[], random: Random): T[] {
  const left = lists.map((list) => [...list])
  const mixed: T[] = []
  for (;;) {
    const open = left.filter((list) => list.length > 0)
    const next = open[Math.floor(random() * open.length)]?.shift()
    if (next === undefined) return mixed
    mixed.push(next)
  }
}

/** Everything that was on the bus in a sequence of a workload. */
async function record<Env extends Environment, World>(
  workload: Workload<Env, World>,
  postgres: string,
  name: string,
): Promise<readonly OutMessage[]> {
  const clock = createClock()
  const environment = await workload.open(postgres, clock.now)
  try {
    const { messages } = (await playSequence(workload, environment, clock, { name })).simulation
    return messages.map((message) => messageOf(`${name}:${message.id}`, message)) // unique among recordings
  } finally {
    for (const service of environment.services) await service.close()
  }
}

/** Sequences of each workload, and what no workload causes. */
async function recordAll(postgres: string, name: string): Promise<OutMessage[]> {
  const random = randomFrom(name)
  const recorded = [
    ...(await record(money, postgres, `${name}/money`)),
    ...(await record(suspension, postgres, `${name}/suspension/0`)),
    ...(await record(suspension, postgres, `${name}/suspension/1`)),
  ]
  const samples = samplesFor(recorded, random).map((list, n) =>
    list.map((out, m) => messageOf(`sample:${n}.${m}`, out)),
  )
  return woven([recorded, ...samples], random)
}

/** Every service with an empty database, and how it is closed. */
async function openAll(postgres: string): Promise<SimulatedService[]> {
  const { now } = createClock()
  const [ofMoney, ofMarket] = [await money.open(postgres, now), await suspension.open(postgres, now)]
  const known = [ofMoney.bank, ...ofMarket.services]
  await ofMoney.ledger.close()
  const people = await openService<IdentityDeps>(postgres, now, {
    service: identity,
    jobs: [listingEndJob, listingSuspendedJob, pictureCheckJob, pictureSuspendedJob],
    open: (kit) => ({
      deps: { ...kit, owners: { holds: async () => false } } as unknown as IdentityDeps & ConsumerDeps,
    }),
  })
  const site = await openService<GatewayDeps>(postgres, now, {
    service: gateway,
    open: (kit) => ({ deps: kit as unknown as GatewayDeps & ConsumerDeps }),
  })
  const shops = await openService<CampaignDeps>(postgres, now, {
    service: campaign,
    open: (kit) => ({ deps: kit as unknown as CampaignDeps & ConsumerDeps }),
  })
  return [...known, people, site, shops]
}

/** @throws Disproved with the first line that is in one of them only */
function requireSame(about: string, expected: readonly string[], state: readonly string[]): void {
  const [all, now] = [new Set(expected), new Set(state)]
  const lost = expected.find((line) => !now.has(line))
  const more = state.find((line) => !all.has(line))
  const same = lost === undefined && more === undefined && expected.length === state.length
  holds(same, `${about}: there is ${more ?? 'nothing'} where there should be ${lost ?? 'nothing'}`)
}

async function run({ postgres, size, seed, say }: Context): Promise<Figures> {
  const services = await openAll(postgres)
  const empties = await Promise.all(services.map(emptierOf))
  const all: OutMessage[] = []
  const counts = { schedules: 0, messages: 0, deliveries: 0 }
  try {
    const ofEach = Math.min(OF_A_RECORDING, Math.ceil(size / services.length))
    const recordings = Math.ceil(size / (ofEach * services.length))
    for (const part of times(recordings, (n) => `${seed}/${n}`)) {
      const messages = await recordAll(postgres, part)
      all.push(...messages)
      counts.messages += messages.length
      for (const [place, service] of services.entries()) {
        // what commands come to depends on their order; B1 judges it
        const own = messages.filter(({ topic }) => topic !== commands.topic)
        await empties[place]?.()
        const plain = await replay(service, own, 'plain', Math.random)
        for (let n = 0; n < ofEach; n++) {
          const manner: Manner = n % 2 === 0 ? 'again' : 'keys mixed'
          await empties[place]?.()
          const { state, deliveries } = await replay(service, own, manner, randomFrom(`${part}/${n}`))
          requireSame(`${service.name} after ${part}, schedule ${n} (${manner})`, plain.state, state)
          counts.schedules += 1
          counts.deliveries += deliveries
        }
      }
      say(`${part}: ${counts.schedules} schedules`)
    }
    await requireAllFed(services, all)
    return counts
  } finally {
    for (const service of services) await service.close()
  }
}

export const repeated: Proof = {
  id: 'B5',
  title:
    'All messages of recorded sequences, delivered again and again, in any order that keeps each key’s, with batches cut anywhere, leave in every service what each once leaves',
  size: 1_600,
  unit: 'schedules',
  limitMinutes: 90,
  run,
  found: [
    'A purchase that the ledger had in hand as its order was cancelled stayed open, and a card was asked to be charged for it, when the ledger’s answer was heard after the cancel.',
    'A purchase that the ledger had in hand as its item was suspended stayed open, and a card was asked to be charged for it, when the ledger’s answer was heard after the suspension.',
    'The gateway refused to show what happened to withdrawals and requests for bank accounts: it had a list of its own of what is shown.',
    'A parked message that came again just as its retry succeeded could wait for the retry, and the retry for it: a deadlock, which the database ended.',
  ],
}
