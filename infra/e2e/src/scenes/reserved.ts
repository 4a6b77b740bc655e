import type { PersonKey } from '@talad/demo/people'
import { orderBookHttp } from '@talad/proto/http/order-book/orders'
import { until } from '@talad/shared/testing/wait'
import type { Locator } from 'playwright-core'
import { change } from '../answers.ts'
import { type Scene, type Stage, untilAlive } from '../scene.ts'
import { goods } from '../shop.ts'

const SHOWN_WITHIN_MS = 40_000

async function reservedBy(who: PersonKey, { shop, after }: Stage) {
  const shipping = await shop.reserve(who, goods.reserved)
  after(() => shop.cancel(who, shipping))
  return shipping
}

/** The market hears of a reservation a moment later, and its answers are kept for some seconds (WB-10). */
async function untilShown({ page, shop, go }: Stage, what: Locator): Promise<void> {
  await until(
    'the page shows what is reserved',
    async () => {
      await go(shop.pathOf(goods.reserved))
      await untilAlive(page)
      return what
        .first()
        .waitFor({ timeout: 4_000 })
        .then(
          () => true,
          () => undefined,
        )
    },
    SHOWN_WITHIN_MS,
  )
}

/** A listing that somebody has reserved: for its buyer, and for everybody else. */
export const reservedScenes: readonly Scene[] = [
  {
    name: 'reserved.yours',
    as: 'buyer',
    async reach(stage) {
      await reservedBy('buyer', stage)
      await untilShown(stage, stage.page.getByRole('link', { name: stage.words.of('reserved.go') }))
    },
  },
  {
    name: 'reserved.yours-paid',
    as: 'buyer',
    async reach(stage) {
      const { page, words } = stage
      await reservedBy('buyer', stage)
      await page.route(/\/shipping\/history/, async (route) => {
        const response = await route.fetch()
        const text = (await response.text()).replaceAll('"status":"pending"', '"status":"processing"')
        await route.fulfill({ response, body: text })
      })
      await untilShown(stage, page.getByText(words.of('reserved.paid')))
    },
  },
  {
    name: 'reserved.by-another',
    as: 'collector',
    async reach(stage) {
      await reservedBy('buyer', stage)
      await untilShown(stage, stage.page.getByText(stage.words.like('reserved.busyUntil')))
    },
  },
  {
    name: 'reserved.signed-out',
    async reach(stage) {
      await reservedBy('buyer', stage)
      await untilShown(stage, stage.page.getByText(stage.words.like('reserved.busyUntil')))
    },
  },
  {
    name: 'reserved.and-paid',
    async reach(stage) {
      const { page, words } = stage
      await change(page, orderBookHttp.listOrders, ({ list, ...rest }) => ({
        ...rest,
        list: list.map((order) => ({
          ...order,
          shipped: { amount: '1', shippings: 1, until: null },
          actions: [],
        })),
      }))
      await untilShown(stage, page.getByText(words.of('reserved.busyPaid')))
    },
  },
  {
    name: 'reserved.own-listing',
    as: 'artist',
    async reach(stage) {
      await reservedBy('buyer', stage)
      await untilShown(stage, stage.page.getByText(stage.words.of('reserved.busy')))
    },
  },
]
