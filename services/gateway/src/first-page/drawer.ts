import { Worker } from 'node:worker_threads'
import type { Done, Drawn, Job, Setting } from './worker.ts'

const WORKER = new URL('./worker.ts', import.meta.url)
/** A page takes some 10 ms: who comes later than so many gets the empty one, which the browser fills. */
const MOST_WAITING = 16
/** What hangs is started anew. */
const TIMEOUT_MS = 5_000
const HEAP_MB = 160

/** Draws first pages in a thread. */
export type Drawer = {
  /** @returns undefined for what isn't drawn on the server. @throws Error when it can't be drawn, or too many wait */
  draw(job: Omit<Job, 'id'>): Promise<Drawn | undefined>
  close(): Promise<void>
}

type Waiting = { resolve(drawn: Drawn | undefined): void; reject(error: Error): void; timer: NodeJS.Timeout }

export function createDrawer(setting: Setting): Drawer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let jobs = 0

  function settle(id: number, finish: (waiting: Waiting) => void): void {
    const found = waiting.get(id)
    if (!found) return
    clearTimeout(found.timer)
    waiting.delete(id)
    finish(found)
  }

  function start(): Worker {
    const started = new Worker(WORKER, {
      env: {},
      workerData: setting,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    started.on('message', (done: Done) =>
      settle(done.id, ({ resolve, reject }) =>
        'error' in done ? reject(new Error(done.error)) : resolve(done.drawn),
      ),
    )
    const end = (error: Error) => {
      if (worker !== started) return
      worker = undefined
      for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(error))
    }
    started.on('error', end).on('exit', () => end(new Error('the drawer of first pages ended')))
    started.unref()
    worker = started
    return started
  }

  start() // so that the first visitor needn't wait for it
  return {
    draw(asked) {
      if (waiting.size >= MOST_WAITING) return Promise.reject(new Error('too many first pages wait'))
      jobs += 1
      const job: Job = { ...asked, id: jobs }
      return new Promise((resolve, reject) => {
        const late = () => {
          void worker?.terminate()
          settle(job.id, () => reject(new Error('the first page took too long')))
        }
        waiting.set(job.id, { resolve, reject, timer: setTimeout(late, TIMEOUT_MS).unref() })
        const thread = worker ?? start()
        thread.postMessage(job)
      })
    },
    async close() {
      const ended = worker
      worker = undefined
      for (const id of [...waiting.keys()]) settle(id, ({ reject }) => reject(new Error('the gateway stops')))
      await ended?.terminate()
    },
  }
}
