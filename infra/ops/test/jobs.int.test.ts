import { inTx } from '@talad/shared/db'
import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { check } from './counter.ts'
import { startCounter } from './harness.ts'

test('a job that fails is listed first with its error, and a retry has it done now instead of at its time', async () => {
  const counter = await startCounter()
  counter.trouble.on = true
  await inTx(counter.db, (tx) => check.enqueue(tx, [{ payload: { word: 'a' }, key: 'a', at: new Date() }]))
  const failing = async () => (await counter.ask('jobs', 'list', '--failing')).json.jobs ?? []
  await until('it has failed', async () => (await failing()).length === 1)
  const { json } = await counter.ask('jobs', 'list')
  expect(json.jobs?.[0]).toMatchObject({
    service: 'counter',
    task: 'word.check',
    key: 'a',
    failures: 1,
    running: false,
    lastError: "Error: can't check a",
  })
  counter.trouble.on = false
  expect(await counter.ask('jobs', 'retry', 'counter', 'word.check', 'a')).toMatchObject({
    exit: 0,
    json: { outcome: 'due' },
  })
  await until('it is done, long before the minute of its pause', () => counter.handled.includes('checked a'))
})

test('a job that there is not is told by its field', async () => {
  const counter = await startCounter()
  const answer = await counter.run('jobs', 'retry', 'counter', 'word.check', 'nobody')
  expect(answer).toMatchObject({ exit: 2, stderr: "key: there is no job counter word.check 'nobody'\n" })
})
