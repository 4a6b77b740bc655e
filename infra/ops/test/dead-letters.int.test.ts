import { until } from '@talad/shared/testing/wait'
import { expect, test } from 'vitest'
import { speech } from './counter.ts'
import { startCounter } from './harness.ts'

type Letter = { id: string; state: string; error: string; behind: string | null }

async function parkPoison() {
  const counter = await startCounter()
  const letters = async (): Promise<Letter[]> =>
    (await counter.ask('dead-letters', 'list')).json.deadLetters ?? []
  counter.trouble.on = true
  await counter.say('a poison')
  await until('its tries are used up', async () => (await letters())[0]?.state === 'waits for you')
  await counter.say('a follower')
  await until('the next of its key is parked', async () => (await letters()).length === 2)
  const [poison, follower] = await letters()
  if (!poison || !follower) throw new Error('nothing is parked')
  return { counter, letters, poison, follower }
}

test('a poison message is seen, tried again by the running service when its cause is mended, and gone', async () => {
  const { counter, letters, poison, follower } = await parkPoison()
  expect(poison.error).toContain('poisoned')
  expect(follower).toMatchObject({ state: 'behind another', behind: poison.id })
  expect((await counter.run('dead-letters', 'show', poison.id)).stdout).toContain('poisoned')
  const inVain = await counter.ask('dead-letters', 'retry', poison.id)
  expect(inVain).toMatchObject({ exit: 1, json: { ok: false, retried: [{ outcome: 'failed' }] } })
  counter.trouble.on = false
  const again = await counter.ask('dead-letters', 'retry', '--group', 'counter.word')
  expect(again).toMatchObject({
    exit: 0,
    json: { ok: true, retried: [{ id: poison.id, outcome: 'handled' }] },
  })
  await until('the follower came by itself', async () => (await letters()).length === 0)
  expect(counter.handled).toEqual(['a poison', 'a follower'])
})

test('a poison message whose source is mended is said again, and handled as it is said now', async () => {
  const counter = await startCounter()
  const letters = async (): Promise<Letter[]> =>
    (await counter.ask('dead-letters', 'list')).json.deadLetters ?? []
  counter.trouble.on = true
  await counter.count('said')
  await until('its tries are used up', async () => (await letters())[0]?.state === 'waits for you')
  const [{ id } = { id: '' }] = await letters()
  const inVain = await counter.ask('dead-letters', 'reread', id, '--wait', '1')
  expect(inVain).toMatchObject({ exit: 1, json: { state: 'waits for you', asked: 'counter' } })
  speech.word = 'mended'
  expect((await counter.ask('dead-letters', 'reread', id, '--dry-run')).json).toMatchObject({
    wouldAsk: 'counter',
  })
  const mended = await counter.ask('dead-letters', 'reread', id)
  expect(mended).toMatchObject({ exit: 0, json: { state: 'handled', asked: 'counter' } })
  expect(counter.handled).toEqual(['said mended'])
  expect((await counter.run('dead-letters', 'reread', id)).exit).toBe(2)
})

test('a dropped message is never handled, what waited behind it is, and its row tells why', async () => {
  const { counter, letters, poison } = await parkPoison()
  const unsaid = await counter.run('dead-letters', 'drop', poison.id)
  expect(unsaid.exit).toBe(2)
  expect(unsaid.stderr).toContain('--reason')
  expect((await counter.run('dead-letters', 'drop', poison.id, '--reason', 'sent by mistake')).exit).toBe(0)
  await until('the follower was handled', async () => (await letters()).length === 0)
  expect(counter.handled).toEqual(['a follower'])
  expect((await counter.ask('dead-letters', 'show', poison.id)).json).toMatchObject({
    state: 'dropped',
    note: 'sent by mistake',
  })
  const { rows } = await counter.db.query('select note from kit.inbox where note is not null')
  expect(rows).toEqual([{ note: 'dropped: sent by mistake' }])
})

test('a dead letter that is not there, or not named as list does, is told by its field', async () => {
  const counter = await startCounter()
  for (const id of ['7', 'counter/7', 'counter/x']) {
    const answer = await counter.run('dead-letters', 'show', id)
    expect(answer.exit).toBe(2)
    expect(answer.stderr).toMatch(/^id: /)
  }
})
