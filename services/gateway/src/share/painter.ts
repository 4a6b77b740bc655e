import { Worker } from 'node:worker_threads'
import { Rejection } from '@talad/shared/rejection'
import type { Card } from './card.ts'
import type { Done, Job } from './worker.ts'

const WORKER = new URL('./worker.ts', import.meta.url)
/** A drawing takes about 0.1 s; more than so many that wait are more than a minute's worth on a busy machine. */
const MOST_WAITING = 64
const TIMEOUT_MS = 10_000
const IDLE_MS = 30_000
const HEAP_MB = 128

/** Draws cards, one after the other, in a thread that is there while there is work. */
export type Painter = {
  /** @throws Rejection UNAVAILABLE while too many wait; Error when it can't be drawn */
  paint(card: Card, pictures: readonly Uint8Array[]): Promise<Buffer>
  close(): Promise<void>
}

function draw(worker: Worker, job: Job): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      finish()
    }
    const onMessage = (done: Done) => {
      if (done.id !== job.id) return
      settle(() => ('jpeg' in done ? resolve(Buffer.from(done.jpeg)) : reject(new Error(done.error))))
    }
    const onError = (error: Error) => settle(() => reject(error))
    const onExit = () => settle(() => reject(new Error('the painter ended')))
    const timer = setTimeout(() => {
      settle(() => reject(new Error('the drawing took too long')))
      void worker.terminate()
    }, TIMEOUT_MS)
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(job)
  })
}

export function createPainter(): Painter {
  let worker: Worker | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let jobs = 0
  let idle: NodeJS.Timeout | undefined

  function live(): Worker {
    if (worker) return worker
    const started = new Worker(WORKER, { env: {}, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    started.on('error', () => undefined) // told to whoever waits, by `draw`
    started.unref()
    worker = started
    return started
  }

  async function paintNow(card: Card, pictures: readonly Uint8Array[]): Promise<Buffer> {
    clearTimeout(idle)
    jobs += 1
    try {
      return await draw(live(), { id: jobs, card, pictures: [...pictures] })
    } finally {
      waiting -= 1
      idle = setTimeout(() => void worker?.terminate(), IDLE_MS)
      idle.unref()
    }
  }

  return {
    paint(card, pictures) {
      if (waiting >= MOST_WAITING) throw new Rejection('UNAVAILABLE')
      waiting += 1
      const painted = queue.then(() => paintNow(card, pictures))
      queue = painted.catch(() => undefined)
      return painted
    },
    async close() {
      await queue
      clearTimeout(idle)
      await worker?.terminate()
    },
  }
}
