import { PrismaPg } from '@prisma/adapter-pg'
import { orderChanges } from '@talad/proto/http/order-book/order-changes'
import { listOrders } from '@talad/proto/http/order-book/orders'
import { withContext } from '@talad/shared/context'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PrismaClient } from '../src/generated/prisma/client.ts'
import { orderList } from '../src/read-models/order-list.ts'
import { changesOf } from '../src/viewer/changes.ts'
import { hashOf, openBook, put } from './book.ts'
import { nft, now, seller } from './samples.ts'

const elsewhere = `0x${'e'.repeat(40)}`

test('GW-5 a site lists, counts and tells of orders in what it shows, the main one of all; what is named is answered anywhere', async () => {
  const book = await openBook(inject('postgres'))
  const { db, owner } = book
  const prisma = new PrismaClient({ adapter: new PrismaPg(db) })
  onTestFinished(async () => {
    await prisma.$disconnect()
    await book.close()
  })
  await put(db, 1)
  await put(db, 2, { contract: elsewhere, tokenId: '5' })
  await owner.query(`insert into shown_collection values ($1, '{temple,club}', 1), ($2, '{club}', 1)`, [
    nft,
    elsewhere,
  ])
  await owner.query(
    `insert into asset (contract, token_id, blockchain, asset_id, type, collection_id, name, image, tradable, at)
     values ($1, 5, 'kub', 'a', 'erc1155', 'c', '', '', true, now())`,
    [elsewhere],
  )
  await owner.query('insert into holding (contract, token_id, owner, units) values ($1, 5, $2, 1)', [
    elsewhere,
    seller,
  ])
  let looks = 0 // every total takes a second: it is kept for who asks the same on the same site
  const clock = () => new Date(now.getTime() + 1_000 * looks++)
  const findOrders = orderList({ db, prisma, now: clock, countsKeptMs: 3_600_000 })
  const at = <T>(site: string | undefined, run: () => Promise<T>) =>
    withContext({ correlationId: 'c', ...(site && { site }) }, run)
  const listed = (site?: string, query: Record<string, string> = {}) =>
    at(site, async () => {
      const { list, total } = await findOrders(
        listOrders.query?.parse({ count: '1', sr: 'pr', ...query }) as never,
      )
      return [total, ...list.map(({ terms }) => terms.hash).sort()]
    })
  const told = (site?: string) =>
    at(site, async () => {
      const { list } = await changesOf({ db }, orderChanges.query?.parse({}) as never)
      return list.map(({ order }) => order.hash)
    })
  const [here, there] = [hashOf(1), hashOf(2)]
  expect(await Promise.all([listed(), told()])).toEqual([
    [2, here, there],
    [here, there],
  ])
  expect(await Promise.all([listed('club'), told('club')])).toEqual([
    [2, here, there],
    [here, there],
  ])
  expect(await Promise.all([listed('temple'), told('temple')])).toEqual([[1, here], [here]])
  expect(await Promise.all([listed('new'), told('new')])).toEqual([[0], []])
  expect(await listed('temple', { ad: elsewhere })).toEqual([0])
  for (const named of [{ wl: seller }, { oc: 'join-seller' }, { ha: `${here},${there}` }])
    expect([named, await listed('temple', named)]).toEqual([named, [2, here, there]])
  for (const named of [{ hd: seller }, { ad: elsewhere, ti: '5' }])
    expect([named, await listed('temple', named)]).toEqual([named, [1, there]])
})
