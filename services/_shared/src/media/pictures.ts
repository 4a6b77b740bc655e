import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The picture itself is at fault; the message is kept with the asset. */
export class PictureRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PictureRefused'
  }
}

/** What the worker tells of a picture: its type, and its perceptual hash (MO-15). */
type Seen = { mime: string; hash: string }
/** … with the names of the files that were made. */
export type Pictures = Seen & { r360: string; r800: string }

export type PictureMaker = {
  /**
   * @param types the only ones that are taken; absent: all that can be decoded (AI-20)
   * @throws PictureRefused when it can't be decoded within the limits
   */
  make(source: Buffer, types?: ReadonlySet<string>): Promise<Pictures>
  close(): Promise<void>
}

export type PictureOptions = {
  dir: string
  /** AI-20, bounds of a worker: one that takes more processor time is ended, and the next picture gets a new one */
  timeoutMs?: number
  maxMemoryBytes?: number
  /** the worker ends after so long without work */
  idleMs?: number
  /** pictures made at the same time, 1 if absent */
  workers?: number
}

/** One collection has one of these at a time, so that nobody waits for slow pictures of somebody else. */
export const PICTURES_AT_ONCE = 2

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
const answer = z.object({
  id: z.number(),
  mime: z.string().optional(),
  hash: z.string().default(''),
  error: z.string().optional(),
})

/** Where a media file lies. */
export function mediaPath(dir: string, file: string): string {
  return join(dir, file.slice(0, 2), file)
}

/** Stores a made file under the hash of its content (AI-20). @returns its name */
async function keep(dir: string, path: string): Promise<string> {
  const name = `${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}.webp`
  const target = mediaPath(dir, name)
  await mkdir(dirname(target), { recursive: true })
  await rename(path, target)
  return name
}

/** A worker that waits for a processor, or for nothing, may take so many times its processor time. */
const MOST_WAITING = 6
/** the kernel counts processor time in hundredths of a second */
const TICK_MS = 10

async function usedBy(pid: number) {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const [status, stat] = await Promise.all([read('status'), read('stat')])
  // behind the name, which may hold blanks: state is the first field, time in user mode the 12th, in the kernel the 13th
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    memoryBytes: Number(/^VmRSS:\s+([0-9]+) kB/m.exec(status)?.[1] ?? 0) * 1_024,
    processorMs: (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS,
  }
}

function startWorker(): ChildProcess {
  // no environment: the worker has no business with any secret
  const worker = fork(WORKER, [], { env: {}, execArgv: ['--max-old-space-size=128'], serialization: 'json' })
  // what a stranger draws goes after somebody's purchase
  if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_LOW)
  return worker
}

type Job = { id: number; input: string; r360: string; r800: string }

function run(
  worker: ChildProcess,
  job: Job,
  options: { timeoutMs: number; maxMemoryBytes: number },
): Promise<Seen> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const settle = (finish: () => void) => {
      isOver = true
      clearTimeout(timer)
      clearInterval(watch)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      finish()
    }
    const stop = (why: string) => {
      if (isOver) return // what was read of the worker came late: it may be at the next picture
      settle(() => reject(new PictureRefused(why)))
      worker.kill('SIGKILL')
    }
    const onMessage = (message: unknown) => {
      const { id, mime, hash, error } = answer.parse(message)
      if (id !== job.id) return
      settle(() =>
        mime === undefined ? reject(new PictureRefused(error ?? 'failed')) : resolve({ mime, hash }),
      )
    }
    const onExit = () => settle(() => reject(new PictureRefused('the decoder died')))
    const tooLong = () => stop('the picture took too long')
    const timer = setTimeout(tooLong, options.timeoutMs * MOST_WAITING)
    let usedBefore: number | undefined
    const watch = setInterval(async () => {
      const { memoryBytes, processorMs } = await usedBy(worker.pid ?? 0)
      usedBefore ??= processorMs
      if (processorMs - usedBefore > options.timeoutMs) tooLong()
      if (memoryBytes > options.maxMemoryBytes) stop('the picture took too much memory')
    }, 50)
    worker.on('message', onMessage)
    worker.on('exit', onExit)
    worker.send(job)
  })
}

/** Makes pictures in worker processes, which are started when there is work; each in the one with the fewest before it. */
export function createPictureMaker({ workers = 1, ...options }: PictureOptions): PictureMaker {
  const makers = Array.from({ length: workers }, () => ({ waiting: 0, ...createWorker(options) }))
  return {
    async make(source, types) {
      const maker = makers.reduce((best, one) => (one.waiting < best.waiting ? one : best))
      maker.waiting += 1
      try {
        return await maker.make(source, types)
      } finally {
        maker.waiting -= 1
      }
    },
    close: async () => void (await Promise.all(makers.map((one) => one.close()))),
  }
}

/** Makes pictures one after the other. */
function createWorker(options: Omit<PictureOptions, 'workers'>): PictureMaker {
  const { dir, timeoutMs = 10_000, maxMemoryBytes = 512 * 1_024 * 1_024, idleMs = 15_000 } = options
  let worker: ChildProcess | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let jobs = 0

  function live(): ChildProcess {
    if (!worker || worker.exitCode !== null || worker.killed) worker = startWorker()
    return worker
  }

  async function makeNow(source: Buffer, types?: ReadonlySet<string>): Promise<Pictures> {
    clearTimeout(idle)
    const folder = join(dir, 'making', randomUUID())
    await mkdir(folder, { recursive: true })
    try {
      jobs += 1
      const job = { id: jobs, ...pathsIn(folder) }
      await writeFile(job.input, source)
      const seen = await run(live(), job, { timeoutMs, maxMemoryBytes })
      if (types && !types.has(seen.mime)) throw new PictureRefused('image type is not supported')
      return { ...seen, r360: await keep(dir, job.r360), r800: await keep(dir, job.r800) }
    } finally {
      await rm(folder, { recursive: true, force: true })
      idle = setTimeout(() => worker?.kill(), idleMs)
      idle.unref()
    }
  }

  return {
    make(source, types) {
      const made = queue.then(() => makeNow(source, types))
      queue = made.catch(() => undefined)
      return made
    },
    async close() {
      await queue
      clearTimeout(idle)
      worker?.kill()
    },
  }
}

function pathsIn(folder: string): Omit<Job, 'id'> {
  return { input: join(folder, 'source'), r360: join(folder, '360.webp'), r800: join(folder, '800.webp') }
}
