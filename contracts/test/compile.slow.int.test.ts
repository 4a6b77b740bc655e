import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('The check names each committed file that the sources do not give, and changes none', async () => {
  const out = await mkdtemp(join(tmpdir(), 'talad-abi-'))
  onTestFinished(() => rm(out, { recursive: true, force: true }))
  await cp(join(root, 'abi'), out, { recursive: true })
  await appendFile(join(out, 'PointToken.ts'), '\n')
  await writeFile(join(out, 'Removed.ts'), '')

  const args = [join(root, 'scripts/compile.ts'), '--check', '--out', out]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(1)
  // These two and no other: so the committed files are what the sources give.
  expect(message).toContain('stale: PointToken.ts, Removed.ts;')
  expect(await readFile(join(out, 'Removed.ts'), 'utf8')).toBe('')
}, 120_000)
