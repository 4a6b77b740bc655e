/** An exchange that tells what coins are worth in baht. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { faultable } from './faults.ts'
import { read } from './refusal.ts'

const querySchema = z.object({ sym: z.string().optional() })
const priceSchema = z.strictObject({
  symbol: z.string().regex(/^[A-Z0-9]{1,10}_THB$/),
  last: z
    .string()
    .regex(/^[0-9]+(\.[0-9]+)?$/)
    .nullable(),
})

/** Routes under `/exchange`. */
export function exchangeTicker(app: FastifyInstance) {
  const prices = new Map([['JFIN_THB', '3.25']])

  app.get('/exchange/api/v3/market/ticker', faultable('exchange', 'ticker'), async ({ query }) => {
    const { sym } = read(querySchema, query)
    const rows = [...prices].map(([symbol, last]) => ({ symbol, last }))
    return sym === undefined ? rows : rows.filter(({ symbol }) => symbol === sym)
  })

  app.put('/exchange/control', async ({ body }, reply) => {
    const { symbol, last } = read(priceSchema, body)
    if (last === null) prices.delete(symbol)
    else prices.set(symbol, last)
    return reply.code(204).send()
  })
}
