import { connect, type Socket } from 'node:net'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const SLOW = 1_000
const DRIP_MS = 2_000
const CUT_MS = 150_000
const HEAD = 'POST /api/callback/v1/payment/chillpay/callback HTTP/1.1\r\nhost: talad\r\n'
const BODY = `${HEAD}content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nTransactionId=`

/** What is sent first, and what then drips, so that the connection is never idle. */
const KINDS = [
  [HEAD, 'x-drip: 1\r\n'],
  [BODY, '1'],
  [HEAD, ''],
  ['G', ''],
] as const
/** Answers that nobody takes. */
const UNREAD = 'GET /docs/openapi.json HTTP/1.1\r\nhost: talad\r\n\r\n'.repeat(20)
const NEVER_READ = 250

let bench: Bench
let upstream: Upstream

beforeAll(async () => {
  bench = await openBench(inject('postgres'))
  upstream = await startUpstream()
})
afterAll(async () => {
  await bench.close()
  await upstream.close()
})

function opened(port: number, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text, () => resolve(socket)))
    socket.once('error', reject)
  })
}

test('B28 a thousand clients that never finish their requests, and those that read no answer, hold up nobody; the former are cut', async () => {
  const gateway = await bench.start({ UPSTREAMS: allUpstreams(upstream.url) })
  const port = Number(new URL(gateway.url).port)
  let cut = 0
  const drips: (() => void)[] = []
  const deaf = await Promise.all(Array.from({ length: NEVER_READ }, () => opened(port, UNREAD)))
  for (const socket of deaf) socket.pause().on('error', () => undefined)
  for (let n = 0; n < SLOW; n++) {
    const [first, drip] = KINDS[n % KINDS.length] ?? KINDS[0]
    const socket = await opened(port, first)
    socket
      .on('error', () => undefined)
      .once('close', () => {
        cut += 1
      })
    socket.resume()
    if (drip !== '') drips.push(() => socket.writable && socket.write(drip))
  }
  const dripping = setInterval(() => {
    for (const drip of drips) drip()
  }, DRIP_MS)
  const waits: number[] = []
  await until(
    'all were cut',
    async () => {
      const asked = performance.now()
      expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
      waits.push(performance.now() - asked)
      return cut === SLOW
    },
    CUT_MS,
  ).finally(() => clearInterval(dripping))
  for (const socket of deaf) socket.destroy()
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]
  expect(p99).toBeLessThan(1_000)
  expect(upstream.seen).toEqual([])
})
