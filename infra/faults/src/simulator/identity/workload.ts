import { service as indexer } from '@talad/asset-indexer/service'
import { service as campaign } from '@talad/campaign/service'
import type { Deps } from '@talad/identity/deps'
import { service as identityService } from '@talad/identity/service'
import { service as book } from '@talad/order-book/service'
import { service as shipping } from '@talad/shipping-payment/service'
import { judgeLedger, type Ledger, ledgerEnd, openLedger, type Since } from '../ledger.ts'
import { earn, purchaseOperations, type Shop } from '../money/purchases.ts'
import { endOf, openFollower, openService } from '../service.ts'
import type { Environment, Workload } from '../workload.ts'
import { judgeIdentities } from './judge.ts'
import { identityOperations, type Lobby } from './operations.ts'
import { type IdentityService, identitiesOf, makeOpen } from './people.ts'

type Env = Environment & { identity: IdentityService; ledger: Ledger }
type World = Shop & Lobby & { env: Env; since: bigint; posted: Since }

/** All that they keep of accounts, identity tells them. */
const TOPIC = 'identity.account.v1'

/** Accounts that are linked, merged, split and moved by people and by support, while their customers buy and sell. */
export const identity: Workload<Env, World> = {
  name: 'identity',
  length: [50, 70],
  async open(postgres, now) {
    const one = await openService<Deps>(postgres, now, { service: identityService, open: await makeOpen() })
    const ledger = await openLedger(postgres, now)
    const replicas = [
      await openFollower(postgres, now, book, TOPIC),
      await openFollower(postgres, now, shipping, TOPIC),
      await openFollower(postgres, now, indexer, TOPIC),
      await openFollower(postgres, now, campaign, TOPIC),
    ]
    return { services: [one, ledger, ...replicas], identity: one, ledger }
  },
  async begin(env, simulation) {
    const { key } = simulation
    const outside = identitiesOf(key)
    const customers = outside.flatMap(({ jid }) => (jid === undefined ? [] : [`join-${jid}`]))
    const people = { buyers: customers.slice(0, 2), sellers: customers, artist: `join-${key}.a` }
    const world: World = {
      env,
      simulation,
      people,
      outside,
      identity: env.identity,
      purchases: [],
      cards: [],
      sent: [],
      sessions: [],
      proved: [],
      asked: 0,
      since: await endOf(env.identity.db),
      posted: await ledgerEnd(env.ledger.db),
    }
    for (const seller of people.sellers) earn(world, seller)
    return world
  },
  operations: [...identityOperations, ...purchaseOperations],
  isUnderWay: async () => false,
  async judge(world) {
    const { env, simulation, posted } = world
    const ends = await judgeIdentities(env.identity, env.services, world)
    // no merge moves money: it is where the commands alone have put it
    const books = await judgeLedger(env.ledger, posted, simulation.messages, simulation.now())
    return [...ends, ...books.map(() => 'commands posted')]
  },
}
