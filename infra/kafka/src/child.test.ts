import { expect, test } from 'vitest'
import { run, startChild, untilReady } from './child.ts'

const quiet = () => {}
const node = (script: string) => ['-e', script]

test('a command that cannot be started is named in the error', async () => {
  await expect(startChild('no-such-command', [], quiet)).rejects.toThrow(
    'no-such-command could not be started',
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
