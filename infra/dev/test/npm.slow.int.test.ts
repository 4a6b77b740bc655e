import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@talad/process/held-process'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { descendants, startLauncher } from './processes.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-npm-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  '%s to the npm of npm start alone ends the system cleanly: no process, no run.json',
  async (signal) => {
    const npm = await startLauncher(folder, {}, 'npm')
    await npm.says('is ready after')
    const below = descendants(npm.pid)
    expect(below.length).toBeGreaterThan(2)
    npm.signal(signal)
    await until('nothing of it is left', () => !below.some(isAlive))
    await npm.gone
    expect(existsSync(join(folder, 'run.json'))).toBe(false)
  },
)
