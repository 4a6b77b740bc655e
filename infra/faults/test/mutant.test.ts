import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { expect, onTestFinished, test } from 'vitest'
import { nodeOptionsFor } from '../src/mutant.ts'
import { checkPlace } from '../src/mutant-place.ts'
import type { Mutant } from '../src/proof.ts'

const file = 'services/_shared/src/clock.ts'
const program = `console.log(String((await import('./${file}')).systemClock()))`

function mutant(find: string, replace = 'new Date(0)'): Mutant {
  return { name: 'p', says: 'the clock stands still', edit: { file, find, replace } }
}

test('a planted fault is what the program runs, and only then, where Node keeps what it made of the sources', async () => {
  const kept = await mkdtemp(join(tmpdir(), 'talad-compiled-'))
  onTestFinished(() => rm(kept, { recursive: true }))
  const isPlanted = (planted?: Mutant) => {
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: nodeOptionsFor(planted), NODE_COMPILE_CACHE: kept },
      encoding: 'utf8',
    })
    return said.includes('1970')
  }
  expect(isPlanted()).toBe(false)
  expect(isPlanted(mutant('new Date()'))).toBe(true)
  expect(isPlanted()).toBe(false)
})

test('a fault whose place is gone is refused, so that it can not pass for found', async () => {
  await expect(checkPlace(mutant('not in the file'))).rejects.toThrow('has no place')
})

test('a fault that names what its file no longer has is refused: the program would end of that', async () => {
  await expect(checkPlace(mutant('new Date()', 'stopped.at'))).rejects.toThrow('has no stopped')
  await checkPlace(mutant('new Date()', '((stopped = { at: new Date(0) }) => stopped.at)()'))
})
