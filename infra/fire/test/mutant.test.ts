import { execFileSync } from 'node:child_process'
import { root } from '@talad/dev/config'
import { expect, test } from 'vitest'
import { nodeOptionsFor } from '../src/mutant.ts'
import { checkPlace } from '../src/mutant-place.ts'
import type { Mutant } from '../src/proof.ts'

const file = 'services/_shared/src/clock.ts'
const program = `console.log(String((await import('./${file}')).systemClock()))`

function mutant(find: string, replace = 'new Date(0)'): Mutant {
  return { name: 'p', says: 'the clock stands still', edit: { file, find, replace } }
}

test('a planted fault is what the program runs', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: nodeOptionsFor(mutant('new Date()')) },
    encoding: 'utf8',
  })
  expect(said).toContain('1970')
})

test('a fault whose place is gone is refused, so that it can not pass for found', async () => {
  await expect(checkPlace(mutant('not in the file'))).rejects.toThrow('has no place')
})

test('a fault that names what its file no longer has is refused: the program would end of that', async () => {
  await expect(checkPlace(mutant('new Date()', 'stopped.at'))).rejects.toThrow('has no stopped')
  await checkPlace(mutant('new Date()', '((stopped = { at: new Date(0) }) => stopped.at)()'))
})
