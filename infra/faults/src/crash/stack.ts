import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A place in a service or the kit: where a point is. */
export type Frame = { service: string; file: string; line: number; isAsync: boolean }

/** Lines that say nothing of who wanted something: the kit's plumbing, and functions that run what they are given. */
export const genericSchema = z.array(z.object({ path: z.string(), from: z.int(), to: z.int() }))
export type Generic = z.infer<typeof genericSchema>

const DEPTH = 60
/** Files of the kit that run a transaction again. */
const RETRYING = new Set(['stream.ts', 'lost-race.ts'])
const FRAME = /^\s+at (async )?.*\/services\/([^/]+)\/src\/([^:)]+):(\d+):\d+\)?$/

/** The frames of services on the stack now, nearest first, also of those who wait by `await`. */
export function framesNow(): Frame[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = DEPTH
  const { stack = '' } = new Error('here')
  Error.stackTraceLimit = before
  return stack.split('\n').flatMap((text) => {
    const match = FRAME.exec(text)
    if (match === null) return []
    const [, isAsync, service = '', file = '', line] = match
    return [{ service, file, line: Number(line), isAsync: isAsync !== undefined }]
  })
}

/** `topup/change.ts:39` of the service itself, `_shared/relay.ts:57` of the kit. */
export function nameOf({ service, file, line }: Frame): string {
  return `${service.startsWith('_') ? `${service}/` : ''}${file}:${line}`
}

/** Tells the place that wanted something: the nearest one that is not plumbing. */
export function createSites(genericFile: string) {
  const generic = genericSchema.parse(JSON.parse(readFileSync(genericFile, 'utf8')))
  const isGeneric = ({ service, file, line }: Frame) =>
    generic.some(({ path, from, to }) => path === `${service}/${file}` && from <= line && line <= to)
  return {
    siteOf(frames: readonly Frame[]): string | undefined {
      const site = frames.find((frame) => !isGeneric(frame)) ?? frames.at(-1)
      return site && nameOf(site)
    },
    /**
     * After a lost race the stack begins at the retry: who asked can't be told any more, unless it is someone who stands
     * between the retry and the transaction.
     */
    isUntold(frames: readonly Frame[]): boolean {
      const at = frames.findIndex(({ file, service }) => service === '_shared' && RETRYING.has(file))
      const isRetry = frames[at]?.isAsync === false && frames[at + 1]?.isAsync === true
      return isRetry && frames.slice(0, at).every(isGeneric)
    },
  }
}
export type Sites = ReturnType<typeof createSites>
