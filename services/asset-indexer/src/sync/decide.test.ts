import { expect, test } from 'vitest'
import { fail, newSync, request, type Sync, settle, start, succeed } from './decide.ts'

const t0 = new Date('2026-01-01T00:00:00Z')
/** One that is being worked on. */
function started(sync: Sync): Sync {
  const updating = start(sync)
  if (!updating) throw new Error(`nothing to do for ${sync.state}`)
  return updating
}
const minutes = (count: number) => new Date(t0.getTime() + count * 60_000)

test('AI-1 goes from pending over updating to ready, and is not due by itself then', () => {
  const updating = started(newSync)
  expect(updating.state).toBe('updating')
  expect(succeed(updating, t0, false)).toMatchObject({ state: 'ready', dueAt: null, syncedAt: t0 })
})

test('AI-1 content-addressed sources are frozen, and no request thaws them', () => {
  const frozen = succeed(started(newSync), t0, true)
  expect(frozen.state).toBe('frozen')
  expect(request(frozen, false, minutes(60))).toBeUndefined()
  expect(request(frozen, true, minutes(60))).toBeUndefined()
})

test('AI-1 waits 1, 5 and 30 minutes after failures, then sleeps', () => {
  let sync = newSync
  const seen: [string, number][] = []
  for (let tries = 0; tries < 4; tries++) {
    sync = fail(started(sync), t0, 'gone')
    seen.push([sync.state, ((sync.dueAt?.getTime() ?? 0) - t0.getTime()) / 60_000])
  }
  expect(seen).toEqual([
    ['failed', 1],
    ['failed', 5],
    ['failed', 30],
    ['sleep', 24 * 60],
  ])
})

test('AI-1 seven sleeps end in death', () => {
  let sync = newSync
  const states: string[] = []
  for (let tries = 0; tries < 11; tries++) {
    sync = fail(started(sync), t0, 'gone')
    states.push(sync.state)
  }
  expect(states).toEqual(['failed', 'failed', 'failed', ...Array(7).fill('sleep'), 'dead'])
  expect(sync.dueAt).toBeNull()
})

test('AI-1 an update whose worker died is begun anew, and what is done is not', () => {
  expect(start(started(newSync))?.state).toBe('updating')
  for (const state of ['ready', 'frozen', 'dead'] as const)
    expect(start({ ...newSync, state })).toBeUndefined()
})

test('AI-1 what was queued again while it was fetched stays queued', () => {
  const outcome = succeed(newSync, t0, true)
  expect(settle(started(newSync), outcome)).toBe(outcome)
  expect(settle(newSync, outcome)).toBeUndefined()
})

test('AI-2 a request without force is skipped within ten minutes of the last sync', () => {
  const ready = succeed(started(newSync), t0, false)
  expect(request(ready, false, minutes(9))).toBeUndefined()
  expect(request(ready, false, minutes(10))).toMatchObject({ state: 'pending', dueAt: minutes(10) })
})

test('AI-2 force wakes failed, sleep and dead, once a minute', () => {
  const failed = fail(started(newSync), t0, 'gone')
  for (const state of ['failed', 'sleep', 'dead'] as const) {
    const woken = request({ ...failed, state }, true, t0)
    expect(woken).toMatchObject({ state: 'pending', failures: 0, sleeps: 0, forcedAt: t0 })
  }
  const forced = fail(started(request(failed, true, t0) ?? failed), t0, 'gone')
  expect(request(forced, true, minutes(0.9))).toBeUndefined()
  expect(request(forced, true, minutes(1))?.state).toBe('pending')
})
