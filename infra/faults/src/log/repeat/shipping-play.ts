import { fromBinary } from '@bufbuild/protobuf'
import { randomFrom, times } from '@talad/demo/random'
import { AssetChangedSchema } from '@talad/proto/asset-indexer/v1/events'
import type { OutMessage } from '@talad/shared/bus/port'
import { cancelJob, enqueue } from '@talad/shared/chain/tx-queue'
import type { Db } from '@talad/shared/db'
import type { Delivery } from '@talad/shipping-payment/delivery/chain'
import type { Deps } from '@talad/shipping-payment/deps'
import { service } from '@talad/shipping-payment/service'
import { orderNoOf } from '@talad/shipping-payment/topup/schedule'
import { hexOf } from '../order-samples.ts'
import { consumersPlay } from './consumers-play.ts'
import { assessmentStory, assetStory, otherSuspensions, SUSPENSIONS, suspensionsIn } from './known-story.ts'
import { copyOf, lifeOf } from './order-life.ts'
import { ways } from './purchase-ways.ts'
import { deliveryOf, opening, purchaseOf } from './purchases.ts'
import type { Look } from './seen.ts'
import { hear, type Script, type Step, woven } from './steps.ts'

const JOB = 'delivery:'
const seaport = hexOf('seaport', 40)

/** The relayer's queue without its relayer: what is given to it is said to be mined by the script. */
const delivery: Delivery = {
  enqueue: (tx, { shippingId, data, deadline }) =>
    enqueue(tx, { id: JOB + shippingId, queue: 'delivery', to: seaport, data, deadline }),
  cancel: (tx, id) => cancelJob(tx, JOB + id),
  simulate: async () => true,
  canHold: async () => true,
  async shippingOf(db, txHash) {
    const { rows } = await db.query<{ id: string }>('select id from kit.chain_tx')
    return rows.map(({ id }) => id.slice(JOB.length)).find((id) => deliveryOf(id) === txHash)
  },
  start: () => ({ wake: () => undefined, close: async () => undefined }),
  check: async () => undefined,
  close: async () => undefined,
}

/** Card payments have ids made at random: here they are known by their purchase and number. */
async function namesOfTopups(db: Db): Promise<(text: string) => string> {
  const { rows } = await db.query<{ id: string; shipping_id: string }>(
    `select t.id, t.shipping_id from topup t join kit.event e on e.stream = 'topup-' || t.id and e.version = 1
     order by t.shipping_id, e.position`,
  )
  const names = rows.flatMap(({ id, shipping_id: shipping }, index) => [
    [id, `topup ${index} of ${shipping}`] as const,
    [orderNoOf(id), `order number ${index} of ${shipping}`] as const,
  ])
  return (text) => names.reduce((named, [id, name]) => named.replaceAll(id, name), text)
}

const look: Look = {
  copies: `select concat_ws(' ', hash, revision, status, inactive, filled) as row from order_replica union all
    ${SUSPENSIONS} union all
    select concat_ws(' ', 'assessment', customer_id, questions_version, revision) from assessment_replica union all
    select concat_ws(' ', 'name', token_id, name) from item_name`,
  unordered: { shipping: ['version'], topup: ['version'] },
  counting: ['revision'],
  names: namesOfTopups,
}

function nameOf({ payload }: OutMessage): string {
  const { tokenId, name } = fromBinary(AssetChangedSchema, payload)
  return `name ${tokenId} ${name}`
}

/** A few purchases, each of an order and a buyer of its own. */
function scriptOf(seed: string): Script<Deps> {
  const random = randomFrom(seed)
  const lists: Step<Deps>[][] = []
  const copies: string[] = []
  for (const number of times(3, (index) => index)) {
    const purchase = purchaseOf(`${number} of ${seed}`)
    const way = ways[Math.floor(random() * ways.length)] ?? ways[0]
    if (!way) continue
    const [put, ...news] = lifeOf(purchase.terms, way.order(purchase))
    const newest = news.at(-1) ?? put
    if (!put || !newest) continue
    const open = opening(purchase, put.id)
    const story = [hear<Deps>(put), open]
    const later = woven(
      [news.map((message) => hear<Deps>(message, open.id)), way.steps(purchase, open.id, random)],
      random,
    )
    lists.push([...story, ...later])
    copies.push(copyOf(newest))
  }
  const others = otherSuspensions(seed, random).map((list) => list.map((message) => hear<Deps>(message)))
  const first = `0 of ${seed}`
  const { terms } = purchaseOf(first)
  const passed = assessmentStory(first, terms, random)
  const named = assetStory(first, terms, random).messages
  const heard = [passed.messages, named].map((list) => list.map((message) => hear<Deps>(message)))
  const steps = woven([...lists, ...others, ...heard], random)
  copies.push(passed.copy, ...named.slice(-1).map(nameOf))
  return { given: async () => undefined, steps, copies: [...copies, ...suspensionsIn(steps)] }
}

export const shippingPlay = consumersPlay<Deps>(service, {
  besides: { delivery },
  look,
  scriptOf,
})
