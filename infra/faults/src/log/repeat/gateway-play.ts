import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { randomFrom, times } from '@talad/demo/random'
import type { Deps } from '@talad/gateway/deps'
import { createHub, type Hub } from '@talad/gateway/live/hub'
import { subscribeLive } from '@talad/gateway/live/subscribe'
import { service } from '@talad/gateway/service'
import type { Terms } from '@talad/order-book/public-state/terms'
import { NotificationGivenSchema } from '@talad/proto/identity/v1/events'
import { BalanceChangedSchema } from '@talad/proto/ledger/v1/events'
import { manifests } from '@talad/services/manifests'
import { outgoing } from '@talad/shared/bus/port'
import type { Manifest } from '@talad/shared/manifest'
import { holds } from '../../proof.ts'
import { drainConsumers, startConsumers } from './consumers-play.ts'
import type { Common, Play } from './harness.ts'
import { otherSuspensions } from './known-story.ts'
import { lifeOf, randomLife, saleOf } from './order-life.ts'
import { moneyOf, purchaseOf } from './public-lives.ts'
import { hear, NOW, type Script, type Seen, sent, woven } from './steps.ts'
import { troubledBatches } from './trouble.ts'

const services: readonly Manifest[] = manifests

/** What one schedule shows live, and to whom. */
type Show = { hub: Hub; shown: string[]; audiences: readonly string[] }
type Gateway = Deps & Common & { show: Show }

/** Everybody works with the same show, whatever connections they have. */
const shows = new Map<string, Show>()
const everybody = ['market', 'suspension', 'account:buyer', 'account:seller', 'customer:join-buyer']
const at = timestampFromDate(NOW)
/** What is shown of every script, whatever becomes of its things. */
const kinds = [
  'balance',
  'bank_request',
  'market',
  'notification',
  'order',
  'shipping',
  'suspension',
  'withdrawal',
]

const newHub = () => createHub({ instance: 'a', now: () => NOW, maxEntries: 10_000, maxAgeMs: 60_000 })

function open(common: Common) {
  const show = shows.get(common.url) ?? { hub: newHub(), shown: [], audiences: [] }
  shows.set(common.url, show)
  const about = {
    ...common,
    show,
    get hub() {
      return show.hub
    },
  }
  return { deps: about as unknown as Gateway, close: async () => void shows.delete(common.url) }
}

/** Everybody listens, and somebody to each order. */
async function listening({ show }: Gateway, orders: readonly Terms[]): Promise<void> {
  show.hub = newHub()
  show.shown = []
  show.audiences = [...everybody, ...orders.map(({ hash }) => `order:${hash}`)]
  for (const audience of show.audiences) {
    show.hub.listen([audience], ({ text }) =>
      show.shown.push(`${audience} ${text.replace(/^id: .*\n/, '').trim()}`),
    )
  }
}

function scriptOf(seed: string): Script<Gateway> {
  const random = randomFrom(seed)
  const sales = times(2, (n) => saleOf(`${n} of ${seed}`))
  const orders = sales.map((sale, n) => lifeOf(sale, randomLife(`${n} of ${seed}`, random)))
  const balances = times(6, (n) => {
    const about = { customerId: 'join-buyer', unit: 'pt_thb', balance: BigInt(n), balanceLocked: 0n, at }
    return sent('ledger', n, outgoing('ledger.transfer.v1', 'join-buyer', BalanceChangedSchema, about))
  })
  const shippings = times(2, (n) => purchaseOf(`${n} ${seed}`, random))
  const notices = times(3, (n) => {
    const about = { accountId: 'buyer', notificationId: `${n}`.padStart(24, 'c'), kind: 'delivered', at }
    const out = outgoing('identity.notification.v1', 'buyer', NotificationGivenSchema, about)
    return sent('identity', n, out)
  })
  const suspensions = otherSuspensions(seed, random)
  const told = [balances, notices, ...shippings, ...suspensions, ...moneyOf(seed, random)]
  const all = woven([...orders, ...told], random)
  const given = (about: Gateway) => listening(about, sales)
  return { given, steps: all.map((message) => hear<Gateway>(message)), copies: kinds }
}

/** Of whom an update tells; updates of one thing keep their order. */
const subjectOf = (text: string) =>
  /"(?:shipping_id|request_id|notification_id|hash|unit|contract)":"[^"]*"/.exec(text)?.[0] ?? ''

function see({ show }: Gateway): Seen {
  holds(show.shown.length > 0, 'nothing was shown live')
  const bySubject = [...show.shown].sort(
    (a, b) => subjectOf(a).localeCompare(subjectOf(b)) || placeOf(show, a) - placeOf(show, b),
  )
  const seen = new Set(show.shown.map((text) => /event: (\w+)/.exec(text)?.[1] ?? text))
  return { every: show.shown, last: bySubject, copies: [...seen].sort() }
}

/** Audiences hear of a thing in their own order. */
const placeOf = ({ audiences }: Show, text: string) =>
  audiences.findIndex((audience) => text.startsWith(`${audience} `))

export const gatewayPlay: Play<Gateway> = {
  service,
  takes: services.flatMap(({ live = [] }) => live.map(({ topic, type }) => `${topic} ${type}`)),
  open,
  async start(deps, trouble) {
    const consumers = await startConsumers(deps, service, trouble)
    const bus = troubledBatches(deps.bus, trouble)
    const feed = await subscribeLive(Object.assign(Object.create(deps), { bus }))
    return {
      async close() {
        await feed.close()
        await consumers.close()
      },
    }
  },
  drain: (deps) => drainConsumers(deps, service),
  settle: async () => undefined,
  look: {},
  see,
  scriptOf,
}
