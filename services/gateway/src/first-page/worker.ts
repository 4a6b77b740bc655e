/**
 * A thread of its own for drawing first pages, so that nobody's request waits for it. It runs the program that the web
 * app's build has made for it, which reads what a visitor may read, straight from the services.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { Continent } from '@talad/proto/http/gateway/continent'
import type { Section } from '@talad/proto/site/sections'
import { SITE_HEADER } from '@talad/shared/context'
import { z } from 'zod'

export type Language = 'th' | 'en'
export type Job = { id: number; address: string; language: Language; site: Continent; home: Section[] | null }
export type Drawn = { body: string; head: string; data: string }
export type Done = { id: number; drawn: Drawn | undefined } | { id: number; error: string }

/** What the thread is started with. */
export type Setting = {
  /** address of the program, `file:` */
  program: string
  /** calls that everybody may make: the pattern of their path, and the address of their service */
  reads: readonly { pattern: RegExp; upstream: string }[]
}

type Options = Omit<Job, 'id'> & { read: typeof fetch }
type Program = { firstPage(options: Options): Promise<unknown> }

const READ_WITHIN_MS = 1_500
const drawn = z.object({ body: z.string(), head: z.string(), data: z.string() }).optional()

function isProgram(loaded: unknown): loaded is Program {
  return (
    typeof loaded === 'object' &&
    loaded !== null &&
    'firstPage' in loaded &&
    typeof loaded.firstPage === 'function'
  )
}

const { program, reads }: Setting = workerData

/** Reads as the gateway would forward it: for the site that is drawn (GW-5). */
const readFor =
  (site: string): typeof fetch =>
  (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const found = reads.find(({ pattern }) => pattern.test(pathname))
    if (!found) throw new Error(`${pathname} can not be read for a first page`)
    return fetch(found.upstream + pathname + search, {
      headers: { accept: 'application/json', [SITE_HEADER]: site },
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(READ_WITHIN_MS), ...(init?.signal ? [init.signal] : [])]),
    })
  }

const loading: Promise<unknown> = import(program)

async function draw({ address, language, site, home }: Job): Promise<Drawn | undefined> {
  const loaded = await loading
  if (!isProgram(loaded)) throw new Error(`${program} draws no first pages`)
  return drawn.parse(await loaded.firstPage({ address, language, site, home, read: readFor(site._id) }))
}

parentPort?.on('message', (job: Job) => {
  draw(job).then(
    (page) => parentPort?.postMessage({ id: job.id, drawn: page } satisfies Done),
    (error: unknown) => parentPort?.postMessage({ id: job.id, error: String(error) } satisfies Done),
  )
})
