import { expect, test } from 'vitest'
import { type Attempt, once } from '../src/http/idempotency.ts'
import { Rejection } from '../src/rejection.ts'
import { openKit, pause } from './kit.ts'

test('GW-10 GW-12 work that left no answer runs again under the id that it had, a refused one under another', async () => {
  const { db } = await openKit()
  const clock = { at: new Date('2025-01-01T00:00:00Z') }
  const deps = { db, now: () => clock.at }
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  const told: Attempt[] = []
  const failing = (error: Error) =>
    once(deps, request, async (attempt) => {
      told.push(attempt)
      throw error
    })
  await expect(failing(new Rejection('NOT_TODAY'))).rejects.toThrow()
  await expect(failing(new Error('the connection broke during the commit'))).rejects.toThrow('broke')
  const dead = once(deps, request, async (attempt) => {
    told.push(attempt)
    return new Promise(() => undefined)
  })
  void dead
  while (told.length < 3) await pause(5)
  clock.at = new Date('2025-01-01T00:00:31Z')
  await once(deps, request, async (attempt) => {
    told.push(attempt)
    return { status: 201, body: {} }
  })
  expect(told.map(({ again }) => again)).toEqual([false, false, true, true])
  const [refused, first, second, last] = told.map(({ id }) => id)
  expect([second, last]).toEqual([first, first])
  expect(refused).not.toBe(first)
  for (const { id } of told)
    expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Date.parse('2025-01-01T00:00:00Z') / 1_000)
  clock.at = new Date('2025-01-03T00:00:00Z')
  await once(deps, request, async (attempt) => {
    told.push(attempt)
    return { status: 201, body: {} }
  })
  expect(told.at(-1)).toMatchObject({ again: false })
})

test('GW-10 work that may have been done is not forgotten when it is refused as it runs again, or something is away', async () => {
  const { db } = await openKit()
  const deps = { db, now: () => new Date('2025-01-01T00:00:00Z') }
  const request = { actor: 'a', key: 'k', bodyHash: 'h' }
  const told: Attempt[] = []
  const run = (error?: Error) =>
    once(deps, request, async (attempt) => {
      told.push(attempt)
      if (error) throw error
      return { status: 200, body: {} }
    })
  for (const code of ['UNAVAILABLE', 'NOT_TODAY', 'UNAVAILABLE', 'NOT_TODAY'])
    await expect(run(new Rejection(code))).rejects.toThrow(code)
  await run()
  expect(told.map(({ again }) => again)).toEqual([false, true, true, true, true])
  expect(new Set(told.map(({ id }) => id)).size).toBe(1)
})
