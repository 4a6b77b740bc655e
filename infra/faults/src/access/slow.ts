import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Context, type Figures, holds } from '../proof.ts'

const HEAD = 'POST /api/callback/v1/payment/chillpay/callback HTTP/1.1\r\nhost: talad\r\n'
const LIMIT_MS = 1_000
const ASK_EVERY_MS = 50

/** Ways of keeping a connection busy: what is sent at first, what then drips, and whether anything is ever read. */
const kinds = [
  { first: HEAD, drip: 'x-drip: 1\r\n', reads: true },
  {
    first: `${HEAD}content-type: application/x-www-form-urlencoded\r\ncontent-length: 100000\r\n\r\nTransactionId=`,
    drip: '1',
    reads: true,
  },
  { first: `GET /docs/openapi.json HTTP/1.1\r\nhost: talad\r\n\r\n`.repeat(20), drip: '', reads: false },
  { first: 'G', drip: '', reads: true },
] as const

const DRIP_MS = 2_000

/** Keeps a number of slow connections open for as long as it runs: who is cut comes back. */
function besiege(port: number, count: number) {
  const sockets = new Set<Socket>()
  let over = false
  let opened = 0
  let cut = 0
  const open = (n: number) => {
    if (over) return
    const { first, drip, reads } = kinds[n % kinds.length] ?? kinds[0]
    const socket = connect(port, '127.0.0.1', () => socket.write(first))
    opened += 1
    sockets.add(socket)
    if (reads) socket.resume()
    else socket.pause()
    const timer = setInterval(() => drip !== '' && socket.write(drip), DRIP_MS)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
      cut += 1
      setTimeout(() => open(n), 50)
    })
  }
  for (let n = 0; n < count; n++) open(n)
  return {
    now: () => sockets.size,
    seen: () => ({ opened, cut }),
    stop() {
      over = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type Siege = { url: string; connections: number; seconds: number; say: Context['say'] }

/** Asks for health all the while. @throws Disproved when the 99th percentile is a second or more */
export async function holdsOut({ url, connections, seconds, say }: Siege): Promise<Figures> {
  const siege = besiege(Number(new URL(url).port), connections)
  const waits: number[] = []
  const until = performance.now() + seconds * 1_000
  let least = Number.POSITIVE_INFINITY
  try {
    while (performance.now() < until) {
      const asked = performance.now()
      const answer = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(30_000) })
      await answer.text()
      holds(answer.status === 200, `health is answered ${answer.status}`)
      waits.push(performance.now() - asked)
      least = Math.min(least, waits.length < 20 ? connections : siege.now())
      await delay(ASK_EVERY_MS)
    }
  } finally {
    siege.stop()
  }
  const sorted = waits.toSorted((a, b) => a - b)
  const p99 = Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY)
  const { opened, cut } = siege.seen()
  say(`${opened} slow connections opened, ${cut} cut`)
  holds(p99 < LIMIT_MS, `with ${connections} slow connections the p99 of health is ${p99} ms`)
  holds(
    seconds < 15 || cut > connections / 2,
    `of ${opened} slow connections ${cut} were cut in ${seconds} s`,
  )
  return {
    'slow connections at once': connections,
    seconds,
    'slow connections cut': cut,
    'questions about health': waits.length,
    'health p99 ms': p99,
  }
}
