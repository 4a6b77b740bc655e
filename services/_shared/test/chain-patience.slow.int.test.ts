import { afterAll, beforeAll, expect, test } from 'vitest'
import { ONE, type Rig, startKey, startRig } from './chain-rig.ts'

const REFUSED = 1_000
let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
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
