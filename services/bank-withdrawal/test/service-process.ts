import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@talad/process/free-port'
import { until } from '@talad/shared/testing/wait'

/** A real service as a process of its own, as in production: it can be killed at any moment and begun again. */
export async function serviceProcess(
  name: 'ledger' | 'bank-withdrawal',
  environment: Record<string, string>,
) {
  const program = fileURLToPath(new URL(`../../${name}/src/main.ts`, import.meta.url))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  /** kill -9 */
  async function stop(): Promise<void> {
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    child = undefined
  }
  async function start(): Promise<void> {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    child = spawn(process.execPath, [program], {
      env: { PATH, NODE_COMPILE_CACHE, ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const isReady = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await until(`${name} is ready`, isReady)
  }
  await start()
  return { url, start, stop }
}
