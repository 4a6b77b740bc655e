import { fromBinary } from '@bufbuild/protobuf'
import { randomFrom, times } from '@talad/demo/random'
import type { Deps } from '@talad/identity/deps'
import { listingEndJob } from '@talad/identity/jobs/listing-end'
import { listingSuspendedJob } from '@talad/identity/jobs/listing-suspended'
import { notifications } from '@talad/identity/notification/stream'
import { service } from '@talad/identity/service'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { canonicalJson } from '@talad/shared/json'
import { published, publisherOf } from '@talad/shared/stream'
import { consumersPlay } from './consumers-play.ts'
import { doJobs } from './job-queue.ts'
import { reportStory, suspensionStory } from './known-story.ts'
import { lifeOf, randomLife, saleOf } from './order-life.ts'
import { moneyOf, purchaseOf, tradeOf } from './public-lives.ts'
import type { Common } from './station.ts'
import { hear, NOW, rowsOf, type Script, type Seen, woven } from './steps.ts'
import { eventsOf, lastTold, toldBy } from './told.ts'

type Identity = Deps & Common

const publish = publisherOf([published(notifications)])
const nowInSeconds = NOW.getTime() / 1_000
const ended = { start: nowInSeconds - 7_200, end: nowInSeconds - 3_600, signedEnd: nowInSeconds }

const copyOf = ({ payload }: OutMessage): string => {
  const { hash, revision, status } = fromBinary(OrderChangedSchema, payload)
  return `${hash} ${revision} ${status === 'completed' || status === 'cancelled' ? 'f' : 't'}`
}

/** Some purchases, money that goes out, and some listings whose time is over. */
function scriptOf(seed: string): Script<Identity> {
  const random = randomFrom(seed)
  const purchases = times(4, (n) => purchaseOf(`${n} ${seed}`, random))
  const trades = times(2, (n) => tradeOf(`t${n} ${seed}`, random))
  const orders = times(3, (n) => {
    const name = `${n} of ${seed}`
    return lifeOf(saleOf(name, ended), randomLife(name, random))
  })
  const reporter = saleOf(`r ${seed}`)
  const decided = [
    reportStory(seed, reporter, random).messages,
    suspensionStory(seed, reporter.contract, reporter.tokenId, random).messages,
  ]
  return {
    given: async () => undefined,
    steps: woven(
      [...purchases, ...trades, ...moneyOf(`m ${seed}`, random), ...orders, ...decided],
      random,
    ).map((message) => hear<Identity>(message)),
    copies: orders.flatMap((messages) => messages.slice(-1).map(copyOf)).sort(),
  }
}

async function see({ db }: Identity): Promise<Seen> {
  const told = toldBy(await eventsOf(db), publish)
  const rows = await rowsOf(db, { notification: ['seq'] })
  const copies = await db.query<{ row: string }>(
    `select concat_ws(' ', hash, revision, open) as row from listing_replica order by 1`,
  )
  return {
    every: [...rows, ...told.map((one) => canonicalJson(one)).sort()],
    last: [...rows, ...lastTold(told, [], ({ body }) => String(body.notificationId))],
    copies: copies.rows.map(({ row }) => row),
  }
}

export const identityPlay = consumersPlay<Deps>(service, {
  async settle(deps) {
    for (const one of [listingEndJob, listingSuspendedJob])
      await doJobs(deps, one, (error) => {
        throw error
      })
  },
  see,
  scriptOf,
})
