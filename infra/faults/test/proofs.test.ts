import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { expect, test } from 'vitest'
import { proofs } from '../src/proofs.ts'
import { readRecord } from '../src/record.ts'
import { proofsPage } from '../src/table.ts'

test('no two proofs have the same name', () => {
  expect(new Set(proofs.map(({ id }) => id)).size).toBe(proofs.length)
})

test('the page of the proofs says what was recorded', async () => {
  const page = await readFile(join(root, 'docs/proofs.md'), 'utf8')
  expect(page).toBe(proofsPage(proofs, await readRecord()))
})
