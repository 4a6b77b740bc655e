import { freePort, isFree } from '@talad/process/free-port'

const ATTEMPTS = 100

/** A port of the loopback address, and whether it is the one that was wanted. */
export type Port = { port: number; instead: boolean }

/** Chooses ports; one that was given out is not given out again, though nobody listens on it yet. */
export type Ports = {
  /** The wanted port or, where that is taken, the next free one. 0 takes any. @throws Error when 100 are taken */
  near(wanted: number): Promise<Port>
}

export function choosePorts(): Ports {
  const given = new Set<number>()
  return {
    async near(wanted) {
      for (let step = 0; step < ATTEMPTS; step++) {
        const port = wanted === 0 ? await freePort() : wanted + step
        if (port > 65_535) break
        if (given.has(port) || !(await isFree(port))) continue
        given.add(port)
        return { port, instead: wanted !== 0 && step > 0 }
      }
      throw new Error(`no port is free from ${wanted} on; name another one (npm start -- --help)`)
    },
  }
}
