import { fromBinary } from '@bufbuild/protobuf'
import { bookProof, booksOverview } from '@talad/proto/http/ledger/integrity'
import { BooksFrozenSchema, BooksProvedSchema, BooksThawedSchema } from '@talad/proto/ledger/v1/books'
import { rebuildReadModel } from '@talad/shared/read-model'
import { grantPermissions } from '@talad/shared/testing/admins'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { beginProof } from '../src/books/progress.ts'
import { provePiece, verifyLedger } from '../src/books/proof.ts'
import { workOnProof } from '../src/books/record.ts'
import { hashChain } from '../src/transfer/hash-chain.ts'
import { asPay, asTopup, startWorld, type World } from './setup.ts'

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  await grantPermissions(world.db, 'join-admin', ['report.read', 'withdrawal.decide'])
})
afterAll(() => world.close())

const books = async () => booksOverview.parse(await (await world.get('/api/admin/v1/books', 'admin')).json())
const thaw = (note: string, version: number) =>
  world.call('POST', '/api/admin/v1/books/thaw', 'admin', { note, version })
const code = async (response: Response) => z.object({ code: z.string() }).parse(await response.json()).code
const whole = () => workOnProof(world.db, new Date(), Number.POSITIVE_INFINITY)

/** Changes rows past the ledger, as somebody with the rights of the owner could. */
async function plant(...statements: string[]): Promise<void> {
  const owner = await world.owner.connect()
  await owner.query(`set session_replication_role = replica`)
  for (const statement of statements) await owner.query(statement)
  owner.release(true)
}

async function linked(): Promise<void> {
  await until('everything is linked', async () => {
    const { rows } = await world.db.query(
      `select 1 from kit.event e where stream like 'posting-%'
         and not exists (select 1 from hash_chain s where s.txid = e.txid and s.position = e.position) limit 1`,
    )
    return rows.length === 0
  })
}

const heardOf = (type: string) => world.heard.filter((message) => message.type === type)

test('LG-17 a difference freezes withdrawals, everybody hears of it, and only a person thaws after a clean proof', async () => {
  await world.postNow(asTopup('join-a', 't1', 1_000n), asPay('join-a', 's1', 400n))
  await linked()
  expect(await whole()).toMatchObject({ isDone: true, faults: 0 })
  const before = await books()
  expect(before).toMatchObject({ frozen: null, customers: 1, proof: { faults: 0 } })
  const sums = new Map<string, number>()
  for (const { unit, sum } of before.accounts) sums.set(unit, (sums.get(unit) ?? 0) + sum)
  expect([...sums.values()]).toEqual([0])
  expect(before.accounts).toContainEqual({ kind: 'escrow', unit: 'pt_thb', sum: 400 })
  expect(await code(await thaw('why', before.version))).toBe('books_not_frozen')

  await plant(`update account set balance = balance + 1 where customer_id = 'join-a'`)
  expect((await whole()).faults).toBeGreaterThan(0)
  const frozen = await books()
  expect(frozen.frozen?.found.join()).toContain('join-a')
  expect(frozen.proof?.faults).toBeGreaterThan(0)
  const message = await until('the freeze is heard', () => heardOf(BooksFrozenSchema.typeName)[0])
  expect(fromBinary(BooksFrozenSchema, message.payload).faults).toBe(frozen.frozen?.faults)
  const { rows } = await world.db.query(
    `select faults from kit.verification where name like 'the hash chain%'`,
  )
  expect(rows[0]).toEqual({ faults: frozen.proof?.faults })
  expect(await code(await thaw('too early', frozen.version))).toBe('proof_required')

  await plant(`update account set balance = balance - 1 where customer_id = 'join-a'`)
  expect((await whole()).faults).toBe(0)
  expect((await books()).frozen).not.toBeNull()
  expect(await code(await thaw('stale', frozen.version - 1))).toBe('version_conflict')
  expect((await thaw('a row was changed by hand; put back', frozen.version)).status).toBe(200)
  expect(await books()).toMatchObject({ frozen: null, version: frozen.version + 1 })
  await until('the thaw is heard', () => heardOf(BooksThawedSchema.typeName)[0])
  const audited = await world.db.query(
    `select data->>'note' as note from kit.event where stream like 'audit-%'`,
  )
  expect(audited.rows).toEqual([{ note: 'a row was changed by hand; put back' }])
})

test('LG-17 a proof that is killed after any piece goes on where it stood', async () => {
  await linked()
  for (let stretch = 0; ; stretch++) {
    const { isDone, faults } = await workOnProof(world.db, new Date(), performance.now() + 0.001)
    if (!isDone) continue
    expect(stretch).toBeGreaterThan(2)
    expect(faults).toBe(0)
    break
  }
})

test('the head of each whole proof is published, and a chain that was cut behind it is found', async () => {
  await world.postNow(asTopup('join-b', 't2', 500n))
  await linked()
  await whole()
  const answer = await (await fetch(`${world.url}/api/public/v1/books/head`)).json()
  const { head } = z.object({ head: z.object({ transfers: z.int(), hash: z.string() }) }).parse(answer)
  const last = await until('it is heard', () => heardOf(BooksProvedSchema.typeName).at(-1))
  const { transfers, hash } = fromBinary(BooksProvedSchema, last.payload)
  await until('both say the same', () => {
    const newest = heardOf(BooksProvedSchema.typeName).at(-1)
    return newest && fromBinary(BooksProvedSchema, newest.payload).hash === head.hash
  })
  expect(transfers).toBeGreaterThan(0n)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const ahead = { transfers: BigInt(head.transfers) + 1n, hash }
  expect((await verifyLedger(world.owner, ahead)).faults.join()).toContain('before the announced')
  const other = { transfers: BigInt(head.transfers), hash: hash.replace(/./g, '0') }
  expect((await verifyLedger(world.owner, other)).faults.join()).toContain('is not the announced one')
})

test('a flow that no transfer has is found, also where it sums to zero', async () => {
  await linked()
  const row = (account: string, type: string, leg: string) =>
    `insert into flow (transfer, leg, account, unit, flow_type, flow_event, related_id, value, net_value, at)
     values ('topup:t1', '${leg}', '${account}', 'pt_thb', '${type}', 'topup', 'planted', 7, 7, now())`
  await plant(row('platform:escrow', 'in', 'a'), row('platform:vat', 'out', 'b'))
  expect((await verifyLedger(world.owner)).faults.join()).toContain('the posted transfers have')
  await plant(`delete from flow where related_id = 'planted'`)
  expect((await verifyLedger(world.owner)).faults).toEqual([])
})

test('B7 LG-17 a rebuilt hash chain is the same, announces no head again, and stays append-only', async () => {
  const topups = Array.from({ length: 120 }, (_, n) => asTopup(`join-r${n % 7}`, `r${n}`, 5n))
  for (let n = 0; n < topups.length; n += 10) await world.postNow(...topups.slice(n, n + 10))
  await linked()
  const stand = async () => {
    const { rows } = await world.db.query<{ chain: string; seals: number }>(
      `select (select md5(string_agg(c::text, ' ' order by seq)) from hash_chain c) as chain,
         (select count(*)::int from kit.event where stream like 'seal-%') as seals`,
    )
    return rows[0]
  }
  const before = await stand()
  expect(before?.seals).toBeGreaterThan(0)
  await rebuildReadModel(world.owner, hashChain)
  expect(await stand()).toEqual(before)
  expect((await verifyLedger(world.owner)).faults).toEqual([])
  await expect(world.db.query('delete from hash_chain')).rejects.toThrow()
  await expect(world.owner.query('delete from hash_chain')).rejects.toThrow()
})

test('a piece of a proof holds no transaction open behind it', async () => {
  const first = await provePiece(world.db, beginProof())
  expect(first.head.transfers).toBeGreaterThan(0n)
  const { rows } = await world.db.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  expect(rows).toEqual([])
})

test('the proofs are listed newest first, to those who may read reports only', async () => {
  const proofs = z.object({ list: z.array(bookProof), nextCursor: z.string().nullable() })
  const read = async (query: string) =>
    proofs.parse(await (await world.get(`/api/admin/v1/books/proofs?lm=2${query}`, 'admin')).json())
  const page = await read('')
  expect(page.list).toHaveLength(2)
  expect(String(page.list[0]?.finished) >= String(page.list[1]?.finished)).toBe(true)
  const next = await read(`&cs=${page.nextCursor}`)
  expect(String(next.list[0]?.finished) <= String(page.list[1]?.finished)).toBe(true)
  expect((await world.get('/api/admin/v1/books', 'a')).status).toBe(403)
  expect((await fetch(`${world.url}/api/admin/v1/books`)).status).toBe(401)
})
