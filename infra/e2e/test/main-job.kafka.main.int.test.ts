import { readRun } from '@talad/dev/run-file'
import { skipWithoutKafka } from '@talad/kafka/availability'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectWholeLedger } from '../src/ledger.ts'
import { mainJob } from '../src/main-job.ts'
import { type System, startSystem } from '../src/system.ts'

describe.skipIf(skipWithoutKafka())('every service in a process of its own, on Kafka', () => {
  let system: System
  beforeAll(async () => {
    system = await startSystem({ kind: 'separate' })
  })
  afterAll(() => system?.stop())

  test('SP-1 a card payment delivers an NFT on chain and pays the seller', async () => {
    const { shipping } = await mainJob(system.run, '10')
    expect(shipping.status).toBe('completed')
    await expectWholeLedger(system.run)
  })

  test('SP-1 the same with every service killed and started again before', async () => {
    const before = system.run.processes
    for (const pid of Object.values(before)) process.kill(pid, 'SIGKILL')
    const run = await until('every service runs again', async () => {
      const now = await readRun(system.folder)
      const back = Object.entries(now.processes).every(([name, pid]) => before[name] !== pid)
      return back && (await allAnswer(Object.values(now.services))) ? now : undefined
    })
    const { shipping } = await mainJob(run, '13')
    expect(shipping.status).toBe('completed')
    await expectWholeLedger(run)
  })
})

async function allAnswer(urls: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(urls.map((url) => fetch(`${url}/livez`).catch(() => undefined)))
  return answers.every((answer) => answer?.ok === true)
}
