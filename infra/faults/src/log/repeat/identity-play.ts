import { fromBinary } from '@bufbuild/protobuf'
import { randomFrom, times } from '@talad/demo/random'
import { accounts } from '@talad/identity/account/stream'
import type { Deps } from '@talad/identity/deps'
import { listingEndJob } from '@talad/identity/jobs/listing-end'
import { listingSuspendedJob } from '@talad/identity/jobs/listing-suspended'
import { pictureCheckJob } from '@talad/identity/jobs/picture-check'
import { pictureSuspendedJob } from '@talad/identity/jobs/picture-suspended'
import { service } from '@talad/identity/service'
import type { Terms } from '@talad/order-book/public-state/terms'
import { OrderChangedSchema } from '@talad/proto/order-book/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { inTx } from '@talad/shared/db'
import { changeIn } from '@talad/shared/stream'
import { hexOf } from '../order-samples.ts'
import { chainStory } from './chain-story.ts'
import { consumersPlay } from './consumers-play.ts'
import type { Common } from './harness.ts'
import { doJobs } from './job-queue.ts'
import { issuedStory, reportStory, suspensionStory } from './known-story.ts'
import { lifeOf, randomLife, saleOf } from './order-life.ts'
import { moneyOf, purchaseOf, tradeOf } from './public-lives.ts'
import { hear, NOW, type Script, woven } from './steps.ts'

type Identity = Deps & Common

const nowInSeconds = NOW.getTime() / 1_000
const ended = { start: nowInSeconds - 7_200, end: nowInSeconds - 3_600, signedEnd: nowInSeconds }

const copyOf = ({ payload }: OutMessage): string => {
  const { hash, revision, status } = fromBinary(OrderChangedSchema, payload)
  return `${hash} ${revision} ${status === 'completed' || status === 'cancelled' ? 'f' : 't'}`
}

/** Somebody is shown by what is sold here (ID-39). */
async function beShown({ db }: Identity, { accountId, offerer, contract, tokenId }: Terms): Promise<void> {
  const identity = {
    id: `i ${accountId}`,
    provider: 'join' as const,
    externalId: accountId,
    joinId: accountId,
  }
  const asset = { id: hexOf(tokenId, 24), blockchain: 'kub', contract, token: tokenId }
  const picture = { url: `/media/${'a'.repeat(64)}.webp`, holder: offerer, asset }
  const signIn = {
    type: 'SignIn' as const,
    accountId,
    identity,
    sessionId: 's',
    said: { joinWallet: offerer },
  }
  await inTx(db, async (tx) => {
    await changeIn(tx, accounts, accountId, { ...signIn, now: NOW }, NOW)
    await changeIn(tx, accounts, accountId, { type: 'SetPicture', picture, now: NOW }, NOW)
  })
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
  const shown = saleOf(`shown of ${seed}`)
  const decided = [
    reportStory(seed, reporter, random).messages,
    issuedStory(seed, reporter, random).messages,
    suspensionStory(seed, reporter, 2 + Math.floor(random() * 4)).messages,
    chainStory(`chain of ${seed}`, [shown], random).messages,
  ]
  return {
    given: (deps) => beShown(deps, shown),
    steps: woven(
      [...purchases, ...trades, ...moneyOf(`m ${seed}`, random), ...orders, ...decided],
      random,
    ).map((message) => hear<Identity>(message)),
    copies: orders.flatMap((messages) => messages.slice(-1).map(copyOf)),
  }
}

export const identityPlay = consumersPlay<Deps>(service, {
  // whatever was transferred has left
  besides: { owners: { holds: async () => false } },
  async settle(deps) {
    for (const one of [listingEndJob, listingSuspendedJob, pictureCheckJob, pictureSuspendedJob])
      await doJobs(deps, one, (error) => {
        throw error
      })
  },
  look: {
    copies: `select concat_ws(' ', hash, revision, open) as row from listing_replica`,
    without: { notification: ['seq'] },
    streamsApart: true,
    thingOf: ({ body }) => String(body.notificationId ?? body.accountId),
  },
  scriptOf,
})
