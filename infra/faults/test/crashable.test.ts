import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createProcess } from '../src/simulator/crashable.ts'

/** Two branches of a process wait for answers; the one that hears first has further to go until it asks again. */
async function askedBy(answerOfSecond: () => Promise<void>): Promise<string[]> {
  const process = createProcess()
  const asked: string[] = []
  const ask = (name: string, answer: () => Promise<void>) => {
    asked.push(name)
    return process.awaits(name, answer)
  }
  const atOnce = async () => undefined
  const first = async () => {
    await ask('lock', atOnce)
    for (let hop = 0; hop < 50; hop++) await undefined
    await ask('open', atOnce)
  }
  const second = async () => {
    await ask('take', answerOfSecond)
    await ask('known', atOnce)
  }
  await Promise.all([first(), second()])
  return asked
}

test('a process asks in the same order whether answers arrive together or apart', async () => {
  const together = await askedBy(async () => undefined)
  const apart = await askedBy(() => pause(20))
  expect(together).toEqual(['lock', 'take', 'open', 'known'])
  expect(apart).toEqual(together)
})
