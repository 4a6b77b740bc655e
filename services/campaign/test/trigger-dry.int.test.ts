import { expect, test } from 'vitest'
import { agreeing } from './dry-agreeing.ts'

test('CA-33 CA-36 CA-39 a dry run says what a trigger comes to, and takes nothing from it', async () => {
  const seen = await agreeing(300)
  expect(new Set(seen.keys())).toEqual(new Set([200, 201, 202, 400]))
})
