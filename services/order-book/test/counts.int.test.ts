import { PrismaPg } from '@prisma/adapter-pg'
import { listOrders } from '@talad/proto/http/order-book/orders'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PrismaClient } from '../src/generated/prisma/client.ts'
import { orderList } from '../src/read-models/order-list.ts'
import { openBook, put } from './book.ts'
import { now } from './samples.ts'

const KEPT_MS = 5_000
/** Each look at the clock is this much later than the one before: so long everything takes. */
const STEP_MS = 20

function read(query: Record<string, string>) {
  if (!listOrders.query) throw new Error('the list takes no query')
  return listOrders.query.parse(query)
}

test('GW-20 OB-38 totals that took long are told for seconds, lists and other filters are not', async () => {
  const book = await openBook(inject('postgres'))
  const prisma = new PrismaClient({ adapter: new PrismaPg(book.db) })
  onTestFinished(async () => {
    await prisma.$disconnect()
    await book.close()
  })
  let at = now.getTime()
  const clock = () => {
    at += STEP_MS
    return new Date(at)
  }
  const findOrders = orderList({ db: book.db, prisma, now: clock, countsKeptMs: KEPT_MS })
  const asked = (query: Record<string, string> = {}) => findOrders(read({ count: '1', ...query }))
  const total = async (query?: Record<string, string>) => (await asked(query)).total
  await put(book.db, 1)
  expect([await total(), await total({ tp: 'li' })]).toEqual([1, 1])
  await put(book.db, 2, { tokenId: '77' })
  const { list, total: told } = await asked({ sr: 'pr', ps: '2' })
  expect([list.length, told]).toEqual([2, 1])
  expect([await total({ tp: 'li', sd: 'a' }), await total({ ti: '77' })]).toEqual([1, 1])
  at += 2 * KEPT_MS
  expect([await total(), await total({ tp: 'li' })]).toEqual([2, 2])
  expect((await findOrders(read({}))).total).toBeNull()
})
