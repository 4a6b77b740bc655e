import { connect, type Socket } from 'node:net'
import { until } from '@talad/shared/testing/wait'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allUpstreams, type Bench, openBench } from './harness.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const SLOW = 1_000
const HEAD = 'POST /api/callback/v1/payment/chillpay/callback HTTP/1.1\r\nhost: talad\r\n'
const BODY = `${HEAD}content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n\r\nTransactionId=`

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

test('a thousand clients that never finish their requests hold up nobody, and are cut', async () => {
  const gateway = await bench.start({ UPSTREAMS: allUpstreams(upstream.url) })
  const port = Number(new URL(gateway.url).port)
  let cut = 0
  const sockets = await Promise.all(
    Array.from({ length: SLOW }, (_, n) => opened(port, n % 2 === 0 ? HEAD : BODY)),
  )
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    socket.once('close', () => {
      cut += 1
    })
    socket.resume()
  }
  const waits: number[] = []
  await until('all were cut', async () => {
    const asked = performance.now()
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    waits.push(performance.now() - asked)
    return cut === SLOW
  })
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]
  expect(p99).toBeLessThan(1_000)
  expect(upstream.seen).toEqual([])
})
