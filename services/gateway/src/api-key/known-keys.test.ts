import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { keepKeys } from './known-keys.ts'

const KEY = { id: 'k'.repeat(24), limitPerMinute: 600 }
const SECOND_MS = 1_000

test('CA-6 a key is asked for once a moment, and what is refused is asked for no more often', async () => {
  let at = 0
  const ask = vi.fn(async (digest: string) => (digest === 'good' ? KEY : undefined))
  const keys = keepKeys(ask, () => at)
  expect(keys.wasKnown('good')).toBe(false)
  const all = await Promise.all(['good', 'good', 'bad', 'bad'].map(keys.of))
  expect(all).toEqual([KEY, KEY, undefined, undefined])
  expect(ask).toHaveBeenCalledTimes(2)
  expect([keys.wasKnown('good'), keys.wasKnown('bad')]).toEqual([true, false])
  at = 2 * SECOND_MS
  await keys.of('good')
  expect(ask).toHaveBeenCalledTimes(3)
})

test('CA-6 what was asked longer ago than five seconds never counts, however late its answer comes', async () => {
  let at = 0
  let isRevoked = false
  const keys = keepKeys(
    async () => (isRevoked ? undefined : KEY),
    () => at,
  )
  expect(await keys.of('key')).toEqual(KEY)
  isRevoked = true
  at = 5 * SECOND_MS
  expect(await keys.of('key')).toBeUndefined()
})

test('CA-6 a fault is not kept', async () => {
  let isAway = true
  const keys = keepKeys(async () => {
    if (isAway) throw new Error('away')
    return KEY
  })
  await expect(keys.of('key')).rejects.toThrow('away')
  isAway = false
  expect(await keys.of('key')).toEqual(KEY)
})

test('CA-6 of 1,000 keys that are revoked while they are asked for none counts once its revoke was answered', async () => {
  const revoked = new Set<string>()
  const some = () => Math.floor(Math.random() * 4)
  const pause = async () => {
    for (let n = some(); n > 0; n--) await turn()
  }
  const keys = keepKeys(async (digest) => {
    await pause()
    const key = revoked.has(digest) ? undefined : KEY
    await pause() // the answer is on its way
    return key
  })
  let counted = 0
  for (let round = 0; round < 1_000; round++) {
    const digest = `key-${round}`
    let isOver = false
    const using = Array.from({ length: 3 }, async () => {
      await pause()
      for (let n = 0; n < 3; n++) {
        const wasOver = isOver
        const key = await keys.of(digest)
        if (key) counted += 1
        expect(wasOver && key !== undefined).toBe(false)
      }
    })
    await pause()
    revoked.add(digest)
    keys.renew()
    isOver = true
    await Promise.all(using)
    expect(await keys.of(digest)).toBeUndefined()
  }
  expect(counted).toBeGreaterThan(0)
})
