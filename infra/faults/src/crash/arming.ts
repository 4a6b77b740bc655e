import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { isAlive } from '@talad/process/held-process'
import { type Armed, type Phase, placesOf } from './strike.ts'

const POLL_MS = 25

/** A process that is told where to die. */
export type Trap = {
  /** waits until it has struck. @returns false when it has not within `ms` */
  struck(ms: number): Promise<boolean>
  /** of the process that it has struck */
  pidOfDead(): number | undefined
  /** takes it away. @returns false when it has struck meanwhile */
  disarm(): Promise<boolean>
}

/**
 * Tells the process of a service, or the next one, to die at its next crossing of a point, once.
 */
export async function setTrap(folder: string, point: string, phase: Phase): Promise<Trap> {
  const token = randomUUID()
  const places = placesOf(folder, point.split(' ')[0] ?? '')
  const armed: Armed = { point, phase, token }
  await writeFile(`${places.armed}.next`, JSON.stringify(armed))
  await rename(`${places.armed}.next`, places.armed)
  const struckFile = places.struck(token)
  let dead: number | undefined
  /** a process that has taken it on itself may still be on its way to the phase */
  const pidOfDead = () => {
    const pid = existsSync(struckFile) ? Number(readFileSync(struckFile, 'utf8')) : Number.NaN
    if (dead === undefined && pid > 0 && !isAlive(pid)) dead = pid
    return dead
  }
  return {
    pidOfDead,
    async struck(ms) {
      const deadline = performance.now() + ms
      while (pidOfDead() === undefined && performance.now() < deadline) await delay(POLL_MS)
      return pidOfDead() !== undefined
    },
    async disarm() {
      await rm(places.armed, { force: true })
      await delay(POLL_MS) // a process that has just read the file takes it now or never
      while (existsSync(struckFile) && pidOfDead() === undefined) await delay(POLL_MS)
      if (pidOfDead() !== undefined) return false
      await rm(places.armed, { force: true }) // it was spared
      return true
    },
  }
}

/** A point that a process has come by, and when. */
export type Crossing = { point: string; at: number }

/** What services have crossed since it was looked at last. */
export function createReader(folder: string, services: readonly string[]): () => Promise<Crossing[]> {
  const read = new Map(services.map((service) => [service, 0]))
  return async () => {
    const found: Crossing[] = []
    for (const service of services) {
      const text = await readFile(placesOf(folder, service).crossings, 'utf8').catch(() => '')
      const whole = text.lastIndexOf('\n') + 1
      for (const line of text.slice(read.get(service), whole).split('\n')) {
        const [at, ...points] = line.split('\t')
        for (const point of points) found.push({ point, at: Number(at) })
      }
      read.set(service, whole)
    }
    return found
  }
}
