import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, inject, test } from 'vitest'
import { proofs } from '../src/proofs.ts'

const SEED = 20261121

describe('the proofs that are short enough to run with the tests', () => {
  for (const proof of proofs.filter(({ inTests }) => inTests !== undefined))
    test(`${proof.id} ${proof.title}`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'talad-proof-'))
      const size = proof.inTests ?? 0
      try {
        await proof.run({
          size,
          folder,
          seed: SEED,
          postgres: inject('postgres'),
          say: () => undefined,
        })
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
})
