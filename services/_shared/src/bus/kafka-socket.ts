import { connect, type Socket } from 'node:net'

const SIZE_BYTES = 4
/** A broker that is gone without a word is noticed in half a minute. */
const KEEP_ALIVE_MS = 10_000

/**
 * Cuts what arrives of a connection into whole answers, each with its size before it.
 * @returns takes the next piece, gives the answers that are complete with it
 */
export function createFraming(): (piece: Buffer) => Buffer[] {
  let waiting: Buffer = Buffer.alloc(0)
  let pieces: Buffer[] = []
  let held = 0
  let needed = SIZE_BYTES
  return (piece) => {
    const whole: Buffer[] = []
    pieces.push(piece)
    held += piece.length
    while (held >= needed) {
      waiting = Buffer.concat(pieces)
      const size = SIZE_BYTES + waiting.readInt32BE(0)
      const complete = waiting.length >= size
      if (complete) whole.push(waiting.subarray(0, size))
      const rest = complete ? waiting.subarray(size) : waiting
      pieces = [rest]
      held = rest.length
      needed = complete ? SIZE_BYTES : size
    }
    return whole
  }
}

/**
 * Connects to a broker. The client library keeps the half of an answer that it has when a connection breaks, reads the
 * next connection's answers as the rest of it, and never understands one again; so it is given whole answers only.
 */
export function openSocket(to: { host: string; port: number; onConnect: () => void }): Socket {
  const socket = connect({ host: to.host, port: to.port }, to.onConnect)
  socket.setKeepAlive(true, KEEP_ALIVE_MS)
  const answersIn = createFraming()
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string | symbol, ...about: unknown[]): boolean => {
    const [piece] = about
    if (event !== 'data' || !Buffer.isBuffer(piece)) return emit(event, ...about)
    for (const answer of answersIn(piece)) emit('data', answer)
    return true
  }
  return socket
}
