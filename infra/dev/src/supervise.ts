import { join } from 'node:path'
import { type Held, hold } from '@talad/process/held-process'
import type { ServiceName } from '@talad/services/manifests'
import { root } from './config.ts'
import type { Environment } from './services.ts'

const READY_TIMEOUT_MS = 180_000
const POLL_MS = 50
const STOP_GRACE_MS = 15_000
/** A service that can't start must not keep the machine busy. */
const RESTART_PAUSE_MS = 500

/** A service in a process of its own. */
export type Supervised = {
  /** of the process that runs now */
  pid(): number
  close(): Promise<void>
}

export type SuperviseOptions = {
  name: ServiceName
  env: Environment
  url: string
  /** each line of its output */
  onLine: (line: string) => void
  /** told of each restart, with the new process */
  onRestart: (pid: number) => void
}

/**
 * Runs a service as `node services/<name>/src/main.ts` and starts it again whenever it ends.
 * @returns when it is ready
 * @throws Error with its last words when it doesn't get ready in three minutes
 */
export async function supervise(options: SuperviseOptions): Promise<Supervised> {
  const { name, env, url, onLine, onRestart } = options
  let stopped = false
  const start = () =>
    hold({
      command: process.execPath,
      args: [join(root, 'services', name, 'src/main.ts')],
      cwd: root,
      env: { ...inherited(), ...env },
      onLine,
    })
  let current = await start()
  let watching = watch(current)

  async function watch(child: Held): Promise<void> {
    const code = await child.gone
    if (stopped) return
    onLine(`ended with exit code ${code}; it is started again`)
    await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS))
    if (stopped) return
    current = await start()
    watching = watch(current)
    onRestart(current.pid)
  }

  const close = async () => {
    stopped = true
    await current.stop(STOP_GRACE_MS)
    await watching
  }
  try {
    await untilReady(name, url, () => current.tail())
  } catch (error) {
    await close()
    throw error
  }
  return { pid: () => current.pid, close }
}

/** Only what a program needs anywhere: a service reads its settings, not those of the launcher. */
function inherited(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, LANG, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, LANG, NODE_OPTIONS, NODE_COMPILE_CACHE }
}

async function untilReady(name: string, url: string, tail: () => string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  for (;;) {
    const answer = await fetch(`${url}/livez`).catch(() => undefined)
    if (answer?.ok) return
    if (performance.now() > deadline) throw new Error(`${name} does not get ready:\n${tail()}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
