import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@talad/shared/testing/wait'
import { expect, inject, onTestFinished, test } from 'vitest'
import { manifest } from '../manifest.ts'
import { startWorld } from './setup.ts'

const COUNT = 100
const AT_ONCE = 5
const customers = Array.from({ length: COUNT }, (_, n) => `c${n}`)
const EARNED = 50_000
const ASKED = 20_000
const AGAIN_MS = 150
/** A busy machine serves some between two kills too. */
const SERVED_BETWEEN_KILLS = 4
let served = 0

/** Work on all customers, some at a time; what fails while the service is down is tried again, a little later. */
async function forAll<T>(work: (who: string) => Promise<T>): Promise<Map<string, T>> {
  const waiting = [...customers]
  const done = new Map<string, T>()
  const lanes = Array.from({ length: AT_ONCE }, async () => {
    for (let who = waiting.shift(); who !== undefined; who = waiting.shift()) {
      const mine = who
      const tried = () => work(mine).catch(async () => void (await pause(AGAIN_MS)))
      done.set(mine, await until(`${mine} is served`, async () => (await tried()) ?? undefined))
      served += 1
    }
  })
  await Promise.all(lanes)
  return done
}

test('BW-16 of a hundred withdrawals, with a provider that misbehaves and a service that is killed, each is paid once or given back once', {
  timeout: 900_000,
}, async () => {
  const world = await startWorld(inject('postgres'), { killable: true, payout: { vetMs: 0, payMs: 300 } })
  onTestFinished(() => world.close())
  await world.makeAdmin('bankadmin', 'bank.read', 'bank.decide')
  const accounts = await forAll(async (who) => {
    await world.earn(who, EARNED)
    return world.bankAccount(who)
  })
  for (const fault of [
    ...[
      { call: 'transfer', fault: 'drop', times: 12 },
      { call: 'transfer', fault: 'fail', times: 12 },
    ],
    ...[
      { call: 'transfer', fault: 'error', times: 6 },
      { call: 'transfer', fault: 'timeout', ms: 300, times: 4 },
    ],
    ...[
      { call: 'transfer', fault: 'delay', ms: 500, times: 10 },
      { call: 'transfer-status', fault: 'drop', times: 15 },
    ],
    { call: 'transfer-status', fault: 'error', times: 15 },
  ])
    await world.fault(fault)

  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      const before = served
      await pause(1_500)
      await until('some are served', async () => isOver || served >= before + SERVED_BETWEEN_KILLS, 60_000)
      await world.restart()
    }
  })()
  const asked = await forAll(async (who) => {
    const { request } = await world.withdraw(who, accounts.get(who) ?? '', ASKED, { key: `ask-${who}` })
    return request._id
  })
  await forAll(async (who) => {
    const id = asked.get(who) ?? ''
    const { status } = await world.row('withdrawal', id)
    if (status !== 'pending') return true
    const decided = await world.decide('approve', id, { key: `approve-${who}` })
    return decided.status === 200 ? true : Promise.reject(new Error(String(decided.body.code)))
  })
  isOver = true
  await killing

  await until(
    'nothing is under way',
    async () => {
      const open = await Promise.all((manifest.inFlight ?? []).map((sql) => world.db.query(sql)))
      return open.every(({ rows }) => rows.length === 0)
    },
    600_000,
  )
  for (const { description: says, sql } of manifest.invariants)
    expect((await world.db.query(sql)).rows, says).toEqual([])
  const transfers = await world.transfers()
  for (const who of customers) {
    const id = asked.get(who) ?? ''
    const { status } = await world.row('withdrawal', id)
    const theirs = transfers.filter(({ reference }) => reference === id)
    expect(theirs.length, who).toBe(1)
    const isPaid = theirs[0]?.failure === null
    expect(status, who).toBe(isPaid ? 'success' : 'rejected')
    expect(await world.balance(who), who).toEqual({ balance: isPaid ? EARNED - ASKED : EARNED, locked: 0 })
  }
  expect(transfers.filter(({ failure }) => failure !== null)).toHaveLength(12)
})
