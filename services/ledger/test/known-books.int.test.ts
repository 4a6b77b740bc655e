import { randomFrom } from '@talad/demo/random'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Command } from '../src/transfer/commands.ts'
import { createKnownBooks } from '../src/transfer/known-books.ts'
import { openPosting, post } from '../src/transfer/post.ts'
import { verifyLedger } from '../src/transfer/seal.ts'
import { asTopup, migrations } from './setup.ts'

let end: () => Promise<void>
/** Two processes' worth of the same ledger. */
let here: (...commands: Command[]) => ReturnType<typeof post>
let there: typeof here
let listen: () => { sent: unknown[] }
let balanceOf: (customerId: string) => Promise<bigint | undefined>
let faults: () => Promise<string[]>

beforeAll(async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  const owner = openDb(own.url, { owner: true })
  const postings = [openPosting(own.url, {}), openPosting(own.url, {})] as const
  const on =
    (posting: (typeof postings)[number]) =>
    (...commands: Command[]) => {
      const batch = commands.map((command) => ({ command, correlationId: 'c' }))
      return post(posting, batch, new Date())
    }
  here = on(postings[0])
  there = on(postings[1])
  listen = () => {
    const sent: unknown[] = []
    postings[0].db.once('acquire', (client) => {
      const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>
      const noting = (...given: unknown[]) => {
        sent.push((given[0] as { name?: string }).name ?? given[0])
        return query(...given)
      }
      client.query = noting as typeof client.query
    })
    return { sent }
  }
  balanceOf = async (customerId) => {
    const sql = `select balance from account where customer_id = $1 and unit = 'pt_thb'`
    return (await owner.query<{ balance: bigint }>(sql, [customerId])).rows[0]?.balance
  }
  faults = async () => (await verifyLedger(owner)).faults
  end = async () => {
    for (const { db } of postings) await db.end()
    await owner.end()
    await own.drop()
  }
})
afterAll(() => end())

const pay = (
  buyer: string,
  shippingId: string,
  gross: bigint,
  more: { lockPartial?: boolean; attempt?: number } = {},
) =>
  ({
    ...{ type: 'PayShipping', shippingId, buyerCustomerId: buyer, gross, attempt: 1, lockPartial: false },
    ...more,
  }) satisfies Command
const refusals = (posted: Awaited<ReturnType<typeof post>>) => posted.map(({ refused }) => refused)

test('what was posted before is not read again: one trip to the database', async () => {
  await here(asTopup('join-one', 'one-1', 100n))
  const { sent } = listen()
  await here(asTopup('join-one', 'one-2', 100n), pay('join-one', 'one-s', 150n))
  expect(sent).toEqual(['begin', 'ledger.write', 'commit'])
  expect(await balanceOf('join-one')).toBe(50n)
})

test('LG-9 points that another process has spent meanwhile are not spent again', async () => {
  await here(asTopup('join-spent', 'spent-1', 100n))
  await there(pay('join-spent', 'spent-a', 100n))
  expect(refusals(await here(pay('join-spent', 'spent-b', 60n)))).toEqual(['INSUFFICIENT_FUNDS'])
  expect(await balanceOf('join-spent')).toBe(0n)
})

test('LG-9 points that came in another process are not refused', async () => {
  await here(asTopup('join-rich', 'rich-1', 10n))
  await there(asTopup('join-rich', 'rich-2', 1_000n))
  expect(refusals(await here(pay('join-rich', 'rich-a', 500n)))).toEqual([undefined])
  expect(await balanceOf('join-rich')).toBe(510n)
})

test('LG-7 a command that another process has posted is not posted again', async () => {
  await here(asTopup('join-twice', 'twice-1', 100n))
  await there(asTopup('join-twice', 'twice-2', 100n))
  await here(asTopup('join-twice', 'twice-3', 100n))
  const posted = await here(asTopup('join-twice', 'twice-2', 100n), asTopup('join-twice', 'twice-4', 1n))
  expect(posted.map(({ again }) => again)).toEqual([true, false])
  expect(await balanceOf('join-twice')).toBe(301n)
})

test('LG-5 an escrow that another process has opened, paid or ended counts as it is', async () => {
  await here(asTopup('join-e', 'e-1', 100n), pay('join-e', 'e-s', 300n, { lockPartial: true }))
  await there(asTopup('join-e', 'e-2', 200n), pay('join-e', 'e-s', 300n, { attempt: 2 }))
  const release: Command = { type: 'ReleaseShippingFunds', shippingId: 'e-s', buyerCustomerId: 'join-e' }
  expect(refusals(await here(release))).toEqual(['SHIPPING_ALREADY_PAID'])
  await there({ type: 'RefundShipping', shippingId: 'e-s', buyerCustomerId: 'join-e', gross: 300n })
  await here(asTopup('join-e', 'e-3', 1n))
  expect(refusals(await here(pay('join-e', 'e-s', 300n, { attempt: 3 })))).toEqual(['SHIPPING_ALREADY_PAID'])
  expect(await balanceOf('join-e')).toBe(301n)
})

test('LG-5 a lock that another process has ended is not ended again, though the account is known as it is now', async () => {
  await here(asTopup('join-l', 'l-1', 100n), pay('join-l', 'l-s', 300n, { lockPartial: true }))
  await there({ type: 'ReleaseShippingFunds', shippingId: 'l-s', buyerCustomerId: 'join-l' })
  await here(asTopup('join-l', 'l-2', 300n))
  expect(refusals(await here(pay('join-l', 'l-s', 300n, { attempt: 2 })))).toEqual(['SHIPPING_RELEASED'])
  expect(await balanceOf('join-l')).toBe(400n)
})

test('B1 two processes that post on the same accounts at once leave a ledger that verifies', async () => {
  const random = randomFrom('known-books')
  let serial = 0
  const pick = (count: number) => Math.floor(random() * count)
  const some = (n: number): Command => {
    const buyer = `join-both-${pick(4)}`
    const shippingId = `${buyer}-${pick(6)}`
    const common = { shippingId, buyerCustomerId: buyer, gross: 500n }
    const parts = [{ customerId: 'join-both-0', type: 'net' as const, value: 500n }]
    const kinds = [
      asTopup(buyer, `both-${pick(400)}-${buyer}`, 300n),
      {
        ...asTopup(buyer, `both-pay-${serial++}`, 300n),
        pay: { ...pay(buyer, shippingId, 500n), attempt: n },
      },
      { ...pay(buyer, shippingId, 500n), lockPartial: true, attempt: n },
      { type: 'ReleaseShippingFunds', shippingId, buyerCustomerId: buyer },
      { type: 'RefundShipping', ...common },
      { type: 'SettleShipping', ...common, sellerCustomerId: 'join-both-0', parts },
    ] as Command[]
    return kinds[pick(kinds.length)] ?? asTopup(buyer, `both-${n}`, 1n)
  }
  const batches = Array.from({ length: 200 }, (_, n) => Array.from({ length: 1 + pick(4) }, () => some(n)))
  const lanes = [here, there, here, there].map(async (go, lane) => {
    for (const [n, batch] of batches.entries()) if (n % 4 === lane) await go(...batch)
  })
  await Promise.all(lanes)
  expect(await faults()).toEqual([])
})

test('what was not used for longest is forgotten first, and what is taken is not known', () => {
  const known = createKnownBooks(2)
  const one = (name: string) => new Map([[`join-${name}\npt_thb`, { balance: 1n, locked: 0n }]])
  const none = new Map()
  for (const name of ['a', 'b', 'a', 'c']) known.put({ accounts: one(name), escrows: none })
  expect(known.take([asTopup('join-b', 't', 1n)])).toBeUndefined()
  expect(known.take([asTopup('join-a', 't', 1n)])?.accounts).toEqual(one('a'))
  expect(known.take([asTopup('join-a', 't', 1n)])).toBeUndefined()
})
