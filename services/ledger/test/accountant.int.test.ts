import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTx } from '@talad/shared/db'
import { dayAfter, dayOf, startOfDay } from '@talad/shared/local-time'
import { grantPermissions } from '@talad/shared/testing/admins'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { writeSnapshot } from '../src/snapshots/write.ts'
import type { Command } from '../src/transfer/commands.ts'
import { sell } from './sales.ts'
import { asTopup, startWorld, type World } from './setup.ts'

let world: World
let folder: string
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  folder = await mkdtemp(join(tmpdir(), 'talad-month-'))
  await grantPermissions(world.db, 'join-admin', ['report.read'])
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const script = fileURLToPath(new URL('../../../demo/accountant.mjs', import.meta.url))
const check = () =>
  new Promise<{ code: number; said: string }>((resolve) =>
    execFile(process.execPath, [script, folder], (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, said: stdout + stderr }),
    ),
  )

const text = (response: Response) => response.arrayBuffer().then((bytes) => Buffer.from(bytes))
const report = async (path: string, body: object) =>
  text(await world.call('POST', `/api/admin/v1/report/${path}`, 'admin', { ...body, format: 'csv' }))

test('B19 an accountant who has nothing but the files comes to the same satang, and finds one that is changed', async () => {
  const yesterday = dayAfter(dayOf(new Date()), -1)
  const at = new Date(startOfDay(yesterday).getTime() + 3_600_000)
  for (let sale = 0; sale < 12; sale++) await sell(world, `s${sale}`, at)
  const about = { flow: 'withdrawal', id: 'w1', customerId: 'join-seller' }
  const hold: Command = { type: 'Hold', ...about, amount: 15_000n, attempt: 1, upTo: false, capture: false }
  await world.postAt(at, hold, asTopup('join-idle', 't-idle', 2_345n))
  const payout = { ...about, id: 'w2' }
  await world.postAt(
    at,
    { ...hold, ...payout, amount: 4_000n },
    { type: 'Capture', ...payout, amount: 4_000n },
  )

  // the day that these are of is over, and its job may have come in between
  await inTx(world.db, (tx) => writeSnapshot(tx, yesterday))

  for (const jid of ['buyer', 'seller', 'artist', 'idle']) {
    const statement = await text(await world.get('/api/user/v1/credit/history?format=csv', jid))
    await writeFile(join(folder, `statement-join-${jid}.csv`), statement)
  }
  for (const unit of ['pt_thb', 'ft_thb'])
    await writeFile(
      join(folder, `balances-${unit}-${yesterday}.csv`),
      await report('user-balance/by-date', { date_key: yesterday, unit }),
    )
  const month = yesterday.slice(0, 7)
  const settlements = join(folder, `settlements-${month}.csv`)
  await writeFile(settlements, await report('transaction-settlement/by-month', { month_key: month }))
  const paid = Array.from({ length: 12 }, (_, sale) => `t-s${sale},100.00`)
  await writeFile(join(folder, 'provider.csv'), ['order,amount', ...paid, 't-idle,23.45', ''].join('\r\n'))
  const bank = join(folder, 'bank.csv')
  await writeFile(bank, 'reference,amount,fee\r\nw2,35.00,5.00\r\n')
  expect(await check()).toEqual({ code: 0, said: expect.stringContaining('4 statements') })

  await writeFile(bank, 'reference,amount,fee\r\nw2,35.01,5.00\r\n')
  expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('withdrawal w2') })
  await rm(bank)

  const whole = await readFile(settlements, 'utf8')
  await writeFile(settlements, whole.replace(',90.00,', ',90.01,'))
  expect(await check()).toMatchObject({ code: 1, said: expect.stringContaining('is not') })
})
