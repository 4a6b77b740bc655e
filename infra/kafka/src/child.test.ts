import { execFile } from 'node:child_process'
import { isAlive, untilGone } from '@talad/process/held-process'
import { expect, test } from 'vitest'
import { run, startChild, untilReady } from './child.ts'

const quiet = () => {}
const node = (script: string) => ['-e', script]

test('a command that cannot be started is named in the error', async () => {
  await expect(run('no-such-command', [], 10_000, quiet)).rejects.toThrow(
    /no-such-command failed(?:.|\n)*not found/,
  )
})

test('a failed command throws its last output', async () => {
  const script = "console.error('disk full'); process.exit(3)"
  await expect(run(process.execPath, node(script), 10_000, quiet)).rejects.toThrow(
    /exit code 3(?:.|\n)*disk full/,
  )
})

test('a command that outlives its time is ended', async () => {
  await expect(run(process.execPath, node('setInterval(() => {}, 1000)'), 50, quiet)).rejects.toThrow(
    'killed',
  )
})

test('a server that ends while it starts is reported with its output', async () => {
  const child = await startChild(process.execPath, node("console.log('no licence')"), quiet)
  await expect(untilReady(child, 'Server', 10_000, async () => false)).rejects.toThrow(
    /ended(?:.|\n)*no licence/,
  )
})

test('a server that is never ready is ended when its time is over', async () => {
  const child = await startChild(process.execPath, node('setInterval(() => {}, 1000)'), quiet)
  await expect(untilReady(child, 'Server', 50, async () => false)).rejects.toThrow(
    'did not answer within 50 ms',
  )
  expect(child.isGone()).toBe(true)
})

test('a server that ignores the request to end is killed', async () => {
  const script = "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"
  let up = () => {}
  const isUp = new Promise<void>((done) => {
    up = done
  })
  const child = await startChild(process.execPath, node(script), up)
  await isUp
  await child.stop(50)
  expect(child.isGone()).toBe(true)
})

test('a server ends with the process that started it, also when that is killed', async () => {
  const starter = `
    const { startChild } = await import(${JSON.stringify(new URL('./child.ts', import.meta.url).href)})
    const { pid } = await startChild(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], () => {})
    console.log(pid)`
  const killed = execFile(process.execPath, ['--input-type=module', '-e', starter])
  const pid = await new Promise<number>((done) => killed.stdout?.once('data', (text) => done(Number(text))))
  expect(isAlive(pid)).toBe(true)
  killed.kill('SIGKILL')
  expect(await untilGone(pid, 10_000)).toBe(true)
})
