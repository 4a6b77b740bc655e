import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@talad/process/free-port'
import { type Log, startChild, untilReady } from './child.ts'
import { ask, requireFree } from './net.ts'

export type Redis = {
  /** `redis://127.0.0.1:<port>`, as REDIS_URL takes it. */
  url: string
  pid: number
  stop(): Promise<void>
  kill(): void
}

const START_TIMEOUT_MS = 20_000
const STOP_GRACE_MS = 5_000

/**
 * Starts the installed `redis-server` on the loopback address, without persistence, and waits until it answers.
 * `port` 0 or left out takes a free one. Throws when it isn't installed or can't start.
 */
export async function startRedis(options: { port?: number; log?: Log } = {}): Promise<Redis> {
  const { log = () => {}, port: asked = 0 } = options
  const port = asked === 0 ? await freePort() : asked
  await requireFree(port)
  const folder = await mkdtemp(join(tmpdir(), 'talad-redis-'))
  const drop = () => rm(folder, { recursive: true, force: true })
  try {
    const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder]
    const child = await startChild('redis-server', [...place, '--save', '', '--appendonly', 'no'], log)
    await untilReady(child, 'Redis', START_TIMEOUT_MS, async () => {
      const answer = await ask(port, Buffer.from('PING\r\n'), (bytes) => bytes.includes('\r\n'))
      return answer.toString().startsWith('+PONG')
    })
    const stop = async () => {
      await child.stop(STOP_GRACE_MS)
      await drop()
    }
    return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop, kill: () => child.kill() }
  } catch (cause) {
    await drop()
    throw cause
  }
}
