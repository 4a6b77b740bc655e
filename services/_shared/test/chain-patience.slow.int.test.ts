import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TX_SETTINGS } from '../src/chain/tx-lane.ts'
import { until } from '../src/testing/wait.ts'
import { mortal } from './chain-mortal.ts'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

const REFUSED = 1_000
const DEATHS = 200
/** as in production, but for how often the chain is looked at */
const USUAL = { ...TX_SETTINGS, pollMs: 25, watchBlocks: 2 }
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

test('CA-47 a node that asks for patience a thousand times fails no job, and counts no try', async () => {
  let left = REFUSED
  rig.proxy.rule = () => (left-- > 0 ? { http: 429 } : undefined)
  const key = await startKey(rig, { settings: { maxRetries: 3, backoffMs: 1, maxBackoffMs: 2, pollMs: 5 } })
  const jobs = []
  for (let n = 0; n < 20; n++) jobs.push(await key.ask())
  for (const { id, to } of jobs) {
    expect(await key.reaches(id, 'mined')).toMatchObject({ retryCount: 0, failedReason: null })
    expect(await rig.balance(to)).toBe(ONE)
  }
  expect(left).toBeLessThanOrEqual(0)
  await key.stop()
}, 300_000)

test('CA-46 CA-47 two hundred deaths between any two statements of a send: each is done once, within a minute, under the next nonce', async () => {
  let left = Number.POSITIVE_INFINITY
  const { life, db } = mortal(rig.db, () => --left < 0)
  rig.proxy.rule = () => (life.isOver ? 'cut-before' : undefined)
  const key = await startKey(rig, { db, settings: USUAL, stopped: true })
  let [lived, outlived, deaths, sent] = [0, 0, 0, 0]
  while (deaths < DEATHS) {
    const { id, to } = await key.ask()
    const isMined = async () => (await key.job(id)).status === 'mined'
    left = lived
    key.start()
    await until('it has died, or outlived it', async () => life.isOver || isMined())
    await key.stop()
    // one statement later each time, and from the first again once all are behind it
    lived = life.isOver ? lived + 1 : 0
    if (life.isOver) deaths += 1
    else outlived += 1
    life.isOver = false
    left = Number.POSITIVE_INFINITY
    key.start()
    await until('it is mined', isMined)
    await key.stop()
    sent += 1
    expect([await rig.balance(to), await rig.nonce(key.wallet.address)]).toEqual([ONE, sent])
  }
  expect(outlived).toBeGreaterThan(0)
}, 600_000)
