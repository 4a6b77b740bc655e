import { expect, test } from 'vitest'
import { dropJourney, rereadJourney, retryJourney } from './dead-letters.ts'
import { startCounter } from './harness.ts'

test('a poison message is seen, tried again by the running service when its cause is mended, and gone', () =>
  retryJourney())

test('a poison message whose source is mended is said again, and handled as it is said now', () =>
  rereadJourney())

test('a dropped message is never handled, what waited behind it is, and its row tells why', () =>
  dropJourney())

test('a dead letter that is not there, or not named as list does, is told by its field', async () => {
  const counter = await startCounter()
  for (const id of ['7', 'counter/7', 'counter/x']) {
    const answer = await counter.run('dead-letters', 'show', id)
    expect(answer.exit).toBe(2)
    expect(answer.stderr).toMatch(/^id: /)
  }
})
