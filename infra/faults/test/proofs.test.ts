import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { expect, test } from 'vitest'
import { checkPlace } from '../src/mutant-place.ts'
import { proofs } from '../src/proofs.ts'
import { readRecord } from '../src/record.ts'
import { proofsPage } from '../src/table.ts'

test('no two proofs have the same name, and each has a fault that it must find', () => {
  expect(new Set(proofs.map(({ id }) => id)).size).toBe(proofs.length)
  expect(proofs.filter(({ mutants }) => mutants.length === 0).map(({ id }) => id)).toEqual([])
})

test.each(proofs.map((proof) => [proof.id, proof] as const))(
  'each fault of %s has its place',
  async (_, proof) => {
    for (const mutant of proof.mutants) await checkPlace(mutant)
  },
)

test('the page of the proofs says what was recorded', async () => {
  const page = await readFile(join(root, 'docs/proofs.md'), 'utf8')
  expect(page).toBe(proofsPage(proofs, await readRecord()))
})
