import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { expect, test } from 'vitest'
import { OPENS, openings } from '../src/openings.ts'
import { scenes } from '../src/scenes.ts'

const source = join(root, 'web')

test('every module of the web app that opens something is named with the scenes in which it is open', async () => {
  const found: string[] = []
  for await (const path of glob('{src,ui/src}/**/*.{ts,tsx}', { cwd: source })) {
    if (!path.includes('.test.') && OPENS.test(await readFile(join(source, path), 'utf8'))) found.push(path)
  }
  expect(Object.keys(openings).sort()).toEqual(found.sort())
})

test('the scenes that are named for what opens are there', () => {
  const names = new Set(scenes.map(({ name }) => name))
  const missing = Object.values(openings).flatMap((named) => named.filter((name) => !names.has(name)))
  expect(missing).toEqual([])
})
