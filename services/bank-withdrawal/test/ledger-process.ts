import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@talad/shared/testing/postgres'
import { until } from '@talad/shared/testing/wait'

const program = fileURLToPath(new URL('../../ledger/src/main.ts', import.meta.url))

/** The real ledger, as a process of its own, as in production: it can be ended at any moment and begun again. */
export async function ledgerProcess(environment: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function stop(): Promise<void> {
    if (child === undefined) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    child = undefined
  }
  async function start(): Promise<void> {
    child = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await until('the ledger is ready', () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
  }
  await start()
  return { url, start, stop }
}
