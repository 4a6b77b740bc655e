import { randomFrom } from '@talad/demo/random'
import { type Db, openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { verifyLedger } from '../src/books/proof.ts'
import type { Command } from '../src/transfer/commands.ts'
import { openPosting, post } from '../src/transfer/post.ts'
import { asPay, asTopup, migrations } from './setup.ts'

let end: () => Promise<void>
/** Two processes' worth of the same ledger. */
let here: (...commands: Command[]) => ReturnType<typeof post>
let there: typeof here
let faults: () => Promise<string[]>
let owner: Db

beforeAll(async () => {
  const own = await createTestDatabase(inject('postgres'), migrations)
  owner = openDb(own.url, { owner: true })
  const pools = [openPosting(own.url, {}), openPosting(own.url, {})] as const
  const on =
    (pool: (typeof pools)[number]) =>
    (...commands: Command[]) =>
      post(
        pool,
        commands.map((command) => ({ command, correlationId: 'c' })),
        new Date(),
      )
  here = on(pools[0])
  there = on(pools[1])
  faults = async () => (await verifyLedger(owner)).faults
  end = async () => {
    for (const pool of pools) await pool.end()
    await owner.end()
    await own.drop()
  }
})
afterAll(() => end())

test('LG-9 points that another process spends at the same time are spent once', async () => {
  await here(asTopup('join-race', 'race', 1_000n))
  const lanes = Array.from({ length: 20 }, (_, n) =>
    (n % 2 === 0 ? here : there)(asPay('join-race', `race-${n}`, 300n, false)),
  )
  const refused = (await Promise.all(lanes)).flat().filter((one) => one.refused === 'INSUFFICIENT_FUNDS')
  expect(refused).toHaveLength(17)
})

test('LG-9 a transaction that lost a race is run again, three times', async () => {
  // a sequence counts also what is rolled back
  await owner.query(`
    create sequence lost start 1;
    grant usage on lost to talad_app;
    create function lose() returns trigger language plpgsql as $$ begin
      if nextval('lost') <= (case when new.key = 'topup:lost-3' then 3 else 4 end) then
        raise exception 'lost' using errcode = 'serialization_failure';
      end if;
      return new;
    end $$;
    create trigger lose before insert on posting for each row when (new.key like 'topup:lost-%') execute function lose()`)
  const [posted] = await here(asTopup('join-lost', 'lost-3', 1n))
  expect(posted?.events).toHaveLength(1)
  await owner.query('alter sequence lost restart')
  await expect(here(asTopup('join-lost', 'lost-4', 1n))).rejects.toThrow('lost')
})

test('B1 two processes that post on the same accounts at once leave a ledger that verifies', async () => {
  const random = randomFrom('two processes')
  let serial = 0
  const pick = (count: number) => Math.floor(random() * count)
  const some = (n: number): Command => {
    const customerId = `join-both-${pick(4)}`
    const about = { flow: 'shipping', id: `${customerId}-${pick(6)}`, customerId }
    const value = 500n
    const escrow = { account: 'platform:escrow', unit: 'pt_thb', type: 'out', value } as const
    const back = { account: customerId, unit: 'pt_thb', type: 'in', value } as const
    const settled = [
      { account: 'platform:conversion', unit: 'pt_thb', type: 'in', value },
      { account: 'platform:conversion', unit: 'ft_thb', type: 'out', value },
      { account: 'join-both-0', unit: 'ft_thb', type: 'in', value },
    ] as const
    const posting = { ...about, type: 'Post' as const, reference: '', capture: undefined }
    const kinds: Command[] = [
      asTopup(customerId, `both-${pick(400)}-${customerId}`, 300n),
      { ...asTopup(customerId, `both-pay-${serial++}`, 300n), capture: { ...about, amount: value } },
      asPay(customerId, about.id, value, true, n),
      { type: 'Release', ...about },
      { ...posting, flow: 'refund', postings: [escrow, back] },
      { ...posting, flow: 'settlement', postings: [escrow, ...settled] },
    ]
    return kinds[pick(kinds.length)] ?? asTopup(customerId, `both-${n}`, 1n)
  }
  const batches = Array.from({ length: 200 }, (_, n) => Array.from({ length: 1 + pick(4) }, () => some(n)))
  const lanes = [here, there, here, there].map(async (go, lane) => {
    for (const [n, batch] of batches.entries()) if (n % 4 === lane) await go(...batch)
  })
  await Promise.all(lanes)
  expect(await faults()).toEqual([])
})
