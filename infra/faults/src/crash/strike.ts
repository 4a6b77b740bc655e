import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * `before`: nothing has left the process. `during`: all of it has been handed to the kernel, no answer was read.
 * `after`: the answer is there, the code that asked has not seen it.
 */
export const phases = ['before', 'during', 'after'] as const
export type Phase = (typeof phases)[number]

/** What a process is to die of: the file `armed-<service>` in the hook's folder. */
export const armedSchema = z.object({ point: z.string(), phase: z.enum(phases), token: z.string() })
export type Armed = z.infer<typeof armedSchema>

/** Where the hook and the runner meet; one place per service, as each has one process. */
export const placesOf = (folder: string, service: string) => ({
  armed: join(folder, `armed-${service}.json`),
  /** what `armed` becomes once a process has taken it on itself, so that the one after it does not: its pid */
  struck: (token: string) => join(folder, `struck-${token}`),
  /** a line per crossing: milliseconds and the points */
  crossings: join(folder, `crossings-${service}.tsv`),
})

export type Strike = {
  phase: Phase
  die(): void
  /** for an operation that ended before it came to the phase: the next crossing is the one to die of */
  spare(): void
}

/** Notes crossings of points, and tells when one of them is the one to die of. */
export type Watch = (points: readonly string[]) => Strike | undefined

/** Ends this process as the machine would: no handler runs, nothing is flushed. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

export function createWatch(folder: string, service: string): Watch {
  const places = placesOf(folder, service)
  return (points) => {
    appendFileSync(places.crossings, `${Date.now()}\t${points.join('\t')}\n`)
    if (!existsSync(places.armed)) return undefined
    const armed = armedSchema.parse(JSON.parse(readFileSync(places.armed, 'utf8')))
    if (!points.includes(armed.point)) return undefined
    const struck = places.struck(armed.token)
    renameSync(places.armed, struck)
    writeFileSync(struck, String(process.pid))
    const spare = () => {
      writeFileSync(struck, JSON.stringify(armed))
      renameSync(struck, places.armed)
    }
    return { phase: armed.phase, die, spare }
  }
}

/** Puts a strike around an operation that shows only its beginning and its end: the caller arranges for `during`. */
export function around<T>(strike: Strike | undefined, run: () => Promise<T>): Promise<T> {
  if (strike?.phase === 'before') strike.die()
  const result = run()
  // registered first, so it runs before whoever awaits the result
  if (strike?.phase === 'after') result.then(strike.die, strike.die)
  return result
}
