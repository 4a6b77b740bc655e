import { beforeEach, expect, test, vi } from 'vitest'
import { recentlySeen, rememberSeen } from './recent.ts'

const idOf = (n: number) => n.toString(16).padStart(24, '0')
const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  })
})

test('remembers the last twenty, each once, the last one first', () => {
  for (let n = 1; n <= 25; n += 1) rememberSeen(idOf(n))
  rememberSeen(idOf(20))
  const ids = recentlySeen()
  expect(ids).toHaveLength(20)
  expect(ids.slice(0, 3)).toEqual([idOf(20), idOf(25), idOf(24)])
  expect(new Set(ids).size).toBe(20)
  expect(recentlySeen(idOf(20))[0]).toBe(idOf(25))
})

test('what somebody else wrote there counts as nothing', () => {
  kept.set('talad.my.recent', '["<script>"]')
  expect(recentlySeen()).toEqual([])
  kept.set('talad.my.recent', 'x')
  expect(recentlySeen()).toEqual([])
})
