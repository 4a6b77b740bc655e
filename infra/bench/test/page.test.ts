import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { expect, test } from 'vitest'
import { benches } from '../src/benches.ts'
import { readResults } from '../src/record.ts'
import { benchmarksPage, figure } from '../src/table.ts'

test('a figure has the digits that mean something', () => {
  expect([0.18734, 12.34, 999.6, 12345.6].map(figure)).toEqual(['0.187', '12.3', '1,000', '12,346'])
})

test('the page of the benchmarks says what was recorded', async () => {
  const page = await readFile(join(root, 'docs/benchmarks.md'), 'utf8')
  expect(page).toBe(benchmarksPage(benches, await readResults()))
})
