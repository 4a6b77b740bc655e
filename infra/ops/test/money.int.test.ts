import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workOnProof } from '@talad/ledger/books/record'
import { service } from '@talad/ledger/service'
import { openDb } from '@talad/shared/db'
import { createTestDatabase } from '@talad/shared/testing/postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { catalog } from '../src/catalog.ts'
import { runTalad } from './harness.ts'

async function ledger() {
  const own = await createTestDatabase(inject('postgres'), service.migrations)
  const owner = openDb(own.url, { owner: true })
  const db = openDb(own.url)
  onTestFinished(async () => {
    await owner.end()
    await db.end()
    await own.drop()
  })
  const run = (...args: string[]) => runTalad(catalog, { LEDGER_DATABASE_URL: own.url }, ...args)
  return { owner, db, run }
}

test('LG-17 an operator thaws only after a clean proof, and the word is in the audit log', async () => {
  const { owner, db, run } = await ledger()
  const thaw = () => run('ledger', 'thaw', '--note', 'a row was put back')
  const prove = () => workOnProof(db, new Date(), Number.POSITIVE_INFINITY)
  expect((await thaw()).stdout).toContain('withdrawals are not frozen')
  await owner.query(`insert into account (customer_id, unit, balance) values ('join-x', 'pt_thb', 5)`)
  expect((await prove()).faults).toBeGreaterThan(0)
  expect(await thaw()).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining('no proof without a difference'),
  })
  await owner.query('delete from account')
  await prove()
  expect(await thaw()).toMatchObject({ exit: 0, stdout: expect.stringContaining('Withdrawals go on.') })
  const { rows } = await db.query(`select data->>'action' as action, data->>'who' as who from kit.event
    where stream like 'audit-%'`)
  expect(rows).toEqual([{ action: 'books.thaw', who: expect.stringMatching(/^operator:/) }])
})

test('LG-14 LG-15 the reports are written as files that spreadsheets open', async () => {
  const { run } = await ledger()
  const folder = await mkdtemp(join(tmpdir(), 'talad-report-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const out = join(folder, 'balances.csv')
  expect(await run('report', 'balances', '--day', '2026-01-31', '--out', out)).toMatchObject({ exit: 0 })
  expect(await readFile(out, 'utf8')).toBe(
    '\uFEFFdate,customer_id,unit,balance,locked,spendable\r\n2026-01-31,total,ft_thb,0.00,0.00,0.00\r\n',
  )
  expect((await run('report', 'settlements', '--month', '2026-01')).stdout).toContain('total,0,')
  expect(await run('report', 'settlements', '--month', '2026-13')).toMatchObject({ exit: 2 })
  const early = await run('report', 'balances', '--day', '2999-01-01')
  expect(early).toMatchObject({ exit: 2, stderr: '--day: the day is not over yet\n' })
})

test('what can be verified is named once each', async () => {
  const { run } = await ledger()
  const { exit, stderr } = await run('verify', 'nosuch')
  expect(exit).toBe(2)
  expect(stderr.match(/\bledger\b/g)).toHaveLength(1)
})
