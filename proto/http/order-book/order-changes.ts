import { z } from 'zod'
import { cursor, isoTime, limit } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { order } from './order.ts'

const { asset, price } = order.shape.basic.shape

/** What an order says by itself, the same to everybody: nothing that comes of the clock, of others or of who looks. */
export const ownOrder = order
  .pick({
    _id: true,
    blockchain: true,
    order: true,
    version: true,
    hash: true,
    type: true,
    status: true,
    offerer: true,
    recipient: true,
    shipping: true,
    crypto: true,
    time: true,
    txs: true,
    restricted: true,
    partial: true,
    inactive: true,
    inactive_reasons: true,
    cancelling: true,
    created_at: true,
  })
  .extend({
    fill: order.shape.fill.omit({ available: true }).describe('how much of it is sold'),
    basic: z
      .object({
        asset: asset.pick({ contract: true, token: true, amount: true }).describe('what is sold'),
        price: price
          .omit({ converted: true })
          .describe('of the whole order: raw is the truth, value its canonical decimal (OB-44)'),
      })
      .describe('what for which price'),
  })
export type OwnOrder = z.infer<typeof ownOrder>

export const orderChanges = endpoint({
  name: 'orderChanges',
  service: 'order-book',
  method: 'GET',
  path: `${base.public}/orders/changes`,
  auth: { kind: 'visitor' },
  summary:
    'What has changed of listings and offers, in the order in which it happened: for who keeps a copy. An order that has changed more than once comes once a page, as the last of these changes left it; replace what is kept under its hash. What is suspended comes as inactive, with the reason `suspended`. What the clock, a purchase or a rate makes of an order (expired, reserved, converted) is no change of it: ask `/orders?ha=`. On a site of its own it is of the collections that the site shows when it is asked (GW-5). Nothing else is left out, and what was told may come again.',
  query: z.object({
    cs: cursor
      .optional()
      .describe('where the changes go on: `nextCursor` of the page before; from the first one on without it'),
    lm: limit(10, 'how many changes are looked at; fewer orders may come of them, or none'),
  }),
  status: 200,
  response: z.object({
    list: z
      .array(
        z.object({
          change: z
            .enum(['put', 'validated', 'filled', 'completed', 'cancelled', 'activated', 'inactivated'])
            .describe('what the last of its changes on this page was; there may be more kinds'),
          at: isoTime.describe('when that was'),
          order: ownOrder.describe('the order as that change left it'),
        }),
      )
      .describe('by the last of their changes, the oldest first'),
    nextCursor: z
      .string()
      .describe('`cs` of the next page, and of what changes later: it never ends and stays good'),
    more: z.boolean().describe('whether the next page may be asked for at once; else in a while'),
  }),
  cacheable: true,
  errors: ['bad_cursor', 'validation'],
})
