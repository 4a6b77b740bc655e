import { connect } from 'node:net'
import { isFree } from '@talad/process/free-port'

/** Throws when somebody listens on this port of the loopback address already. */
export async function requireFree(port: number): Promise<void> {
  if (!(await isFree(port))) throw new Error(`EADDRINUSE: port ${port} of 127.0.0.1 is taken`)
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
