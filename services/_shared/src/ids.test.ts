import { expect, test } from 'vitest'
import { isId, newId } from './ids.ts'

test('GW-12 an id is 24 lower-case hex characters and begins with the time', () => {
  const id = newId(new Date('2025-01-01T00:00:00Z'))
  expect(id).toMatch(/^[0-9a-f]{24}$/)
  expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Date.parse('2025-01-01T00:00:00Z') / 1000)
})

test('GW-12 ids of one second differ', () => {
  const now = new Date()
  expect(new Set(Array.from({ length: 10_000 }, () => newId(now))).size).toBe(10_000)
})

test('GW-12 anything else is not an id', () => {
  for (const text of [
    '',
    newId().toUpperCase().replace(/\d/g, 'A'),
    `${newId()}0`,
    newId().slice(1),
    `${newId()}\n`,
  ]) {
    expect(isId(text)).toBe(false)
  }
})
