import { until } from '@talad/shared/testing/wait'
import { expect } from 'vitest'
import { speech } from './counter.ts'
import { startCounter } from './harness.ts'

type Letter = { id: string; state: string; error: string; behind: string | null }

async function parkPoison(kafkaBrokers?: string) {
  const counter = await startCounter(kafkaBrokers)
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

/** The way of a poison message: parked, seen, tried in vain, tried again when its cause is mended, gone. */
export async function retryJourney(kafkaBrokers?: string): Promise<void> {
  const { counter, letters, poison, follower } = await parkPoison(kafkaBrokers)
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
}

/** A poison message whose source is mended, and says it again when it is asked. */
export async function rereadJourney(): Promise<void> {
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
}

/** A poison message that is given up: never handled, its row kept with the reason, its follower handled. */
export async function dropJourney(kafkaBrokers?: string): Promise<void> {
  const { counter, letters, poison } = await parkPoison(kafkaBrokers)
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
}
