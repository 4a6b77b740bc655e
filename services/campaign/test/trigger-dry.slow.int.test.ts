import { expect, test } from 'vitest'
import { agreeing } from './dry-agreeing.ts'

test('CA-33 CA-36 CA-39 10,000 triggers come to what their dry runs said', async () => {
  const [one, other] = await Promise.all([agreeing(5_000), agreeing(5_000)])
  for (const status of [200, 201, 202, 400]) {
    expect(one.get(status)).toBeGreaterThan(50)
    expect(other.get(status)).toBeGreaterThan(50)
  }
}, 1_800_000)
