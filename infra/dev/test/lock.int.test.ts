import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderTaken, takeFolder } from '../src/lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Another process that has taken the folder. */
async function otherHolder() {
  const code = `import('${join(import.meta.dirname, '../src/lock.ts')}').then(async ({ takeFolder }) => {
    const lock = await takeFolder(process.argv[1])
    await lock.announce('http://127.0.0.1:1')
    console.log('taken')
    setInterval(() => lock, 1000)
  })`
  const child = spawn(process.execPath, ['-e', code, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a folder in use is refused with the process and the address of its holder', async () => {
  const holder = await otherHolder()
  const refusal = await takeFolder(folder).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FolderTaken)
  expect(String(refusal)).toContain(`process ${holder.pid} at http://127.0.0.1:1`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
})

test('the lock of a killed holder is stale at once', async () => {
  const holder = await otherHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await takeFolder(folder)
  lock.release()
})

test('a released folder can be taken again', async () => {
  const lock = await takeFolder(folder)
  lock.release()
  const again = await takeFolder(folder)
  again.release()
})
