import { expect, test } from 'vitest'
import { ageOf } from './age.ts'

const NOW = Date.UTC(2026, 10, 28)
const age = (seconds: number) => ageOf(new Date(NOW + seconds * 1_000).toISOString(), NOW, 'en')

test('what is to come is told as such, and what a clock that is ahead calls so is now', () => {
  expect([age(180 * 86_400), age(600)]).toEqual(['in 6 months', 'in 10 minutes'])
  expect([age(30), age(-120)]).toEqual(['now', '2 minutes ago'])
})
