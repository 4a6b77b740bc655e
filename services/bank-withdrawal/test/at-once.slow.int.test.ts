import { randomFrom } from '@talad/demo/random'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { account, startWorld, type World } from './setup.ts'

/** of the hundred of B17: those took five minutes beside other work, and held */
const ROUNDS = 20
const CALLS = 50
const EARNED = 100_000

let world: World
beforeAll(async () => {
  world = await startWorld(inject('postgres'))
  for (const admin of ['first', 'second', 'third'])
    await world.makeAdmin(admin, 'withdrawal.read', 'withdrawal.decide', 'bank.read', 'bank.decide')
})
afterAll(() => world?.close())

const random = randomFrom('B17 of withdrawals')
const below = (n: number) => Math.floor(random() * n)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
const times = <T>(n: number, make: (n: number) => T) => Array.from({ length: n }, (_, index) => make(index))

async function rowsOf(table: 'withdrawal' | 'bank_request', who: string) {
  const { rows } = await world.db.query<Record<string, unknown> & { id: string; status: string }>(
    `select * from ${table} where customer_id = $1`,
    [`join-${who}`],
  )
  return rows
}
const isOpen = ({ status }: { status: string }) => status === 'pending' || status === 'provider_processing'

test('BW-12 B17 whatever fifty calls at once ask, take back and decide, one withdrawal is open, its money is locked once, and each is paid once or given back', {
  timeout: 900_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const who = `many-${round}`
    await world.earn(who, EARNED)
    const bank = await world.bankAccount(who)
    const { request } = await world.withdraw(who, bank, 10_000 + below(50_000))
    const body = { request_id: request._id }
    const deeds = [
      () => world.withdraw(who, bank, 10_000 + below(2 * EARNED)),
      () => world.withdraw(who, bank, 20_000, { key: `same-${round}` }),
      () => world.call('DELETE', '/user/v1/fiat-withdrawal/request', { as: who, body }),
      () => world.decide('approve', request._id, { as: oneOf(['first', 'second', 'third']) }),
      () => world.decide('reject', request._id, { as: oneOf(['first', 'second']), body: { reason: 'no' } }),
    ]
    const answers = await Promise.all(times(CALLS, () => oneOf(deeds)()))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const mine = await rowsOf('withdrawal', who)
    expect([round, mine.filter(isOpen).length]).toEqual([round, expect.toSatisfy((n) => n <= 1)])
  }
  await until('what was approved is paid', async () => {
    const { rows } = await world.db.query(
      `select 1 from withdrawal where status = 'provider_processing' or (status = 'success' and not settled)
         or (status in ('rejected', 'canceled') and not released)`,
    )
    return rows.length === 0
  })
  const transfers = await world.transfers()
  for (let round = 0; round < ROUNDS; round++) {
    const who = `many-${round}`
    const mine = await rowsOf('withdrawal', who)
    const sum = (wanted: string) =>
      mine.filter(({ status }) => status === wanted).reduce((all, { value }) => all + Number(value), 0)
    expect(await world.balance(who)).toEqual({ balance: EARNED - sum('success'), locked: sum('pending') })
    for (const { id, status } of mine)
      expect([status, transfers.filter(({ reference }) => reference === id).length]).toEqual([
        status,
        status === 'success' ? 1 : 0,
      ])
  }
})

test('BW-3 B17 whatever fifty calls at once ask for and decide, nobody has more than one request that waits and five accounts', {
  timeout: 900_000,
}, async () => {
  for (let round = 0; round < ROUNDS / 4; round++) {
    const who = `banker-${round}`
    for (let wave = 0; wave < 7; wave++) {
      const ask = () =>
        world.call('POST', '/user/v1/bank-account/request', {
          as: who,
          body: { bank_account_data: { ...account, account_number: `12345678${10 + below(9)}` } },
        })
      await Promise.all(times(CALLS / 5, ask))
      const waiting = (await rowsOf('bank_request', who)).filter(({ status }) => status === 'pending')
      expect(waiting.length).toBeLessThanOrEqual(1)
      await Promise.all(waiting.flatMap(({ id }) => times(3, () => world.approveBank(id))))
      await until('it is vetted', async () =>
        (await rowsOf('bank_request', who)).every(({ status }) => status !== 'provider_processing'),
      )
    }
    const made = (await rowsOf('bank_request', who)).filter(({ status }) => status === 'success')
    const numbers = await world.db.query(
      'select count(*)::int as n from bank_account where customer_id = $1',
      [`join-${who}`],
    )
    expect(made.length).toBeLessThanOrEqual(5)
    expect(numbers.rows).toEqual([{ n: made.length }])
  }
})
