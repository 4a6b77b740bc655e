import { connect, createServer } from 'node:net'

/** A TCP port of the loopback address that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return listenOnce(0)
}

/** Throws when somebody listens on this port of the loopback address already. */
export async function requireFree(port: number): Promise<void> {
  await listenOnce(port)
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port was given by the system')
  return address.port
}

/**
 * Sends one request to 127.0.0.1 and collects the answer until `enough` accepts it.
 * Throws when the connection fails, ends early or takes longer than two seconds.
 */
export function ask(port: number, request: Buffer, enough: (answer: Buffer) => boolean): Promise<Buffer> {
  return new Promise((done, failed) => {
    let answer: Buffer = Buffer.alloc(0)
    const socket = connect({ host: '127.0.0.1', port, timeout: 2_000 })
    const fail = (cause: Error) => {
      socket.destroy()
      failed(cause)
    }
    socket.once('connect', () => socket.write(request))
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk])
      if (!enough(answer)) return
      socket.destroy()
      done(answer)
    })
    socket.once('timeout', () => fail(new Error(`port ${port} did not answer in time`)))
    socket.once('error', fail)
    socket.once('close', () => failed(new Error(`port ${port} closed the connection`)))
  })
}
