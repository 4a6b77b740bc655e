import { createServer, type Server, type Socket } from 'node:net'
import { connectThrough, type Link } from './link.ts'
import { type Epoch, type NetworkFault, startEpoch } from './network-faults.ts'

/** A dependency as the services reach it: by way of a network that can fail. */
export type FaultyWay = {
  /** of the loopback address; it stays the same while the proxy refuses connections */
  port: number
  /** What the network does from now on, to old connections as to new ones; undefined: what it should. */
  set(fault: NetworkFault | undefined): Promise<void>
  /** connections that there are now, and bytes that have passed */
  state(): { connections: number; bytes: number }
  close(): Promise<void>
}

export type ProxyOptions = {
  /** where the dependency really listens, on the loopback address */
  targetPort: number
  /** from 0 to below 1 */
  random: () => number
  /** divides every time that the faults take, for tests of the proxy itself */
  hurry?: number
}

/** Below the ports that the system gives out by itself: ours must not be taken while nobody listens on it. */
const LOWEST_PORT = 21_000
const PORTS = 11_000
const ATTEMPTS = 200

/** Starts a TCP proxy before one dependency. */
export async function startProxy({ targetPort, random, hurry = 1 }: ProxyOptions): Promise<FaultyWay> {
  const links = new Set<Link>()
  let passed = 0
  let epoch: Epoch = startEpoch(undefined)
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket: Socket) => {
    const link = connectThrough(socket, {
      targetPort,
      random,
      hurry,
      epoch: () => epoch,
      onBytes: (bytes) => {
        passed += bytes
      },
      onGone: () => links.delete(link),
    })
    links.add(link)
    link.apply(epoch, false)
  })
  const port = await listenBelow(server)

  return {
    port,
    async set(fault) {
      const before = epoch
      epoch = startEpoch(fault)
      if (fault === 'cut') {
        server.close()
        for (const link of links) link.reset()
      } else if (!server.listening) await listenOn(server, port)
      before.lift()
      // every second one, so that a pool of any size has some of each
      for (const [index, link] of [...links].entries()) link.apply(epoch, index % 2 === 0)
    },
    state: () => ({ connections: links.size, bytes: passed }),
    async close() {
      epoch.lift()
      for (const link of links) link.reset()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

/** By chance, not in order: several runs on one machine begin at the same moment. */
async function listenBelow(server: Server): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORTS)
    try {
      await listenOn(server, port)
      return port
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
  throw new Error('no port is free for a proxy')
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}
