import type { CollectionKey } from '@talad/demo/collections'
import { type PersonKey, personOf } from '@talad/demo/people'
import type { Run } from '@talad/dev/run-file'
import { type Person, signIn } from '@talad/dev/seed/site'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type BoughtShipping, isBought } from '@talad/proto/http/shipping-payment/shipping'
import { openDb } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { chooseOnCardPage, onceHeard, payByCard, shipNow } from './people.ts'

/** One token of the demonstration. */
export type Token = { collection: CollectionKey; id: number }

/** What stands on the shelves of the demonstration, by the part it plays in a scene. */
export const goods = {
  /** listed by Somchai */
  listed: { collection: 'betta', id: 1 },
  /** another one, for purchases that are begun */
  wanted: { collection: 'lantern', id: 8 },
  /** the artist's, for what is reserved while others look at it */
  reserved: { collection: 'lantern', id: 3 },
  /** five tickets in one listing that may be divided */
  many: { collection: 'ticket', id: 3 },
  /** Somchai's, and listed */
  onSale: { collection: 'betta', id: 3 },
  /** Somchai's, and not listed */
  kept: { collection: 'lantern', id: 19 },
  /** six tickets of Somchai's, and none of them listed */
  pieces: { collection: 'ticket', id: 4 },
  /** has a sound besides its picture */
  ringing: { collection: 'ticket', id: 12 },
  /** sold while the demonstration was made */
  sold: { collection: 'betta', id: 7 },
} as const satisfies Record<string, Token>

/** SP-5: who gave several back would have to wait. Scenes do so all day, and what they gave back is as good as forgotten. */
async function forgiveLapses({ databases }: Run): Promise<void> {
  const db = openDb(databases['shipping-payment'] ?? '', { owner: true, max: 1, name: 'e2e' })
  try {
    await db.query('update shipping set lapsed = null where lapsed is not null')
  } finally {
    await db.end()
  }
}

/** What people do at the counter while scenes are prepared: through the same calls as everybody. */
export type Shop = {
  collectionPath(key: CollectionKey): string
  pathOf(token: Token): string
  person(who: PersonKey): Promise<Person>
  /** reserves a listing, to be paid */
  reserve(who: PersonKey, token: Token): Promise<BoughtShipping>
  /** goes to pay it by card. @returns the address of the card page */
  toCard(who: PersonKey, shipping: BoughtShipping): Promise<string>
  /** has the card refused */
  failCard(who: PersonKey, shipping: BoughtShipping): Promise<void>
  /** leaves the card page without paying, and gives the reservation back */
  leaveCard(who: PersonKey, shipping: BoughtShipping, card: string): Promise<void>
  /** gives the reservation back */
  cancel(who: PersonKey, shipping: BoughtShipping): Promise<void>
  /** gives back everything that somebody has reserved */
  cancelAll(who: PersonKey): Promise<void>
  /** a purchase that was delivered while the demonstration was made */
  delivered(who: PersonKey): Promise<BoughtShipping>
}

export function openShop(run: Run): Shop {
  const people = new Map<PersonKey, Promise<Person>>()
  const collectionOf = (key: CollectionKey) => {
    const found = run.contracts.collections.find((collection) => collection.key === key)
    if (!found) throw new Error(`there is no collection ${key}`)
    return found
  }
  const contractOf = (key: CollectionKey) => collectionOf(key).address
  const person = (who: PersonKey) => {
    const known = people.get(who) ?? signIn(run, personOf(who).joinId)
    people.set(who, known)
    return known
  }
  const toCard = async (who: PersonKey, shipping: BoughtShipping) =>
    (await payByCard(run, await person(who), shipping)).page
  const cancel = async (who: PersonKey, { _id }: BoughtShipping) => {
    const buyer = await person(who)
    await onceHeard(['cancel_refused'], () =>
      buyer.call(shippingPaymentHttp.cancelPayment, { body: { shipping_id: _id } }),
    )
  }
  const bought = async (who: PersonKey) => {
    const query = { ac: 'buy', lm: '100' } as const
    return (await (await person(who)).call(shippingPaymentHttp.shippingHistory, { query })).list.filter(
      isBought,
    )
  }
  return {
    collectionPath: (key) => `/collection/${collectionOf(key).slug}`,
    pathOf: ({ collection, id }) => `/assets/${run.blockchain}/${contractOf(collection)}/${id}`,
    person,
    toCard,
    async reserve(who, { collection, id }) {
      const buyer = await person(who)
      const query = { ad: contractOf(collection), ti: String(id) }
      // the order book hears a moment later of a purchase that was given up
      const order = await until(`somebody sells ${collection} ${id}`, async () => {
        const { list } = await buyer.call(orderBookHttp.listOrders, { query })
        return list.find(({ fill }) => fill.available !== '0')
      })
      await forgiveLapses(run)
      return onceHeard(['order_busy'], () => shipNow(buyer, order))
    },
    async failCard(who, shipping) {
      await chooseOnCardPage(await toCard(who, shipping), 'fail')
    },
    async leaveCard(who, shipping, card) {
      await chooseOnCardPage(card, 'fail')
      await cancel(who, shipping)
    },
    cancel,
    async cancelAll(who) {
      for (const shipping of await bought(who)) if (shipping.status === 'pending') await cancel(who, shipping)
      await forgiveLapses(run)
    },
    async delivered(who) {
      const found = (await bought(who)).find(({ status }) => status === 'completed')
      if (!found) throw new Error(`${who} has bought nothing`)
      return found
    },
  }
}
