import { createServer } from 'node:net'

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
  const take = async (wanted: number) => {
    if (wanted !== 0 && given.has(wanted)) return undefined
    const port = await tryListen(wanted)
    if (port === undefined || given.has(port)) return undefined
    given.add(port)
    return port
  }
  return {
    async near(wanted) {
      for (let step = 0; step < ATTEMPTS; step++) {
        const asked = wanted === 0 ? 0 : wanted + step
        if (asked > 65_535) break
        const port = await take(asked)
        if (port !== undefined) return { port, instead: wanted !== 0 && step > 0 }
      }
      throw new Error(`no port is free from ${wanted} on; name another one (npm start -- --help)`)
    },
  }
}

function tryListen(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : undefined))
    })
  })
}
