import { readSettings } from '@talad/dev/config'
import { separateHost } from '@talad/dev/host-separate'
import { type Hosted, launch } from '@talad/dev/launch'
import type { Run } from '@talad/dev/run-file'
import type { ServiceName } from '@talad/services/manifests'
import { until } from '@talad/shared/testing/wait'

const READY_MS = 90_000

/** A whole system on the embedded bus with every service in a process of its own, so that one can be killed. */
export type KillableSystem = {
  run: Run
  /** ends a service as a crash does, and waits until its successor serves */
  kill(name: ServiceName): Promise<void>
  close(): Promise<void>
}

const ANY = '1000000'

/** Starts it, with what the demonstration people hold, and without limits of calls. */
export async function startKillableSystem(about: {
  postgres: string
  folder: string
  say(line: string): void
}): Promise<KillableSystem> {
  const settings = readSettings([], {
    ...{ TALAD_DATA: about.folder, DATABASE_URL: about.postgres },
    ...{
      TALAD_PORT: '0',
      TALAD_WEB: '0',
      TALAD_DEMO: 'holdings',
      TALAD_SANDBOX_PORT: '0',
      TALAD_RPC_PORT: '0',
    },
    TALAD_SERVICES: JSON.stringify({ gateway: { LIMIT_WRITE: ANY, LIMIT_PUBLIC: ANY } }),
  })
  if ('usage' in settings) throw new Error('the launcher was asked for its usage')
  const hosted = new Map<ServiceName, Hosted>()
  const separate = separateHost(() => undefined)
  const seeded = Promise.withResolvers<void>()
  const running = await launch(
    settings,
    {
      extras: async () => ({}),
      async start(name, env, at) {
        const one = await separate.start(name, env, at)
        hosted.set(name, one)
        return one
      },
    },
    {
      done: (what) => what === 'demonstration data' && seeded.resolve(),
      ...{ note: about.say, warn: about.say, progress: () => undefined, ready: () => undefined },
    },
    new AbortController().signal,
  )
  await seeded.promise
  const { run } = running
  return {
    run,
    async kill(name) {
      const pid = hosted.get(name)?.pid()
      if (pid === undefined) throw new Error(`${name} does not run`)
      process.kill(pid, 'SIGKILL')
      const isBack = async () => {
        if (hosted.get(name)?.pid() === pid) return false
        const answer = await fetch(`${run.services[name]}/readyz`).catch(() => undefined)
        return answer?.ok === true
      }
      await until(`${name} is back`, isBack, READY_MS)
    },
    close: () => running.stop(),
  }
}
