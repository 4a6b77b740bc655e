import { StringValueSchema } from '@bufbuild/protobuf/wkt'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { base, endpoint } from '@talad/proto/http/contract'
import { expect, inject, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { outgoing } from '../src/bus/port.ts'
import { connectPostgresBus } from '../src/bus/postgres.ts'
import { consumer, runConsumers } from '../src/consumer.ts'
import { currentContext } from '../src/context.ts'
import { startRelay } from '../src/relay.ts'
import { change } from '../src/stream.ts'
import { createEmptyDatabase } from '../src/testing/postgres.ts'
import { until } from '../src/testing/wait.ts'
import { noAuth, rig } from './http-rig.ts'
import { counter, openKit } from './kit.ts'

const count = endpoint({
  name: 'count',
  service: 'test',
  method: 'POST',
  path: `${base.user}/count`,
  auth: { kind: 'visitor' },
  summary: 'counts one',
  status: 201,
  response: z.object({ sum: z.int() }),
})

test('one trace and one correlation id lead from a request over the log and the bus to the consumer', async () => {
  const exporter = new InMemorySpanExporter()
  const sdk = new NodeSDK({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  sdk.start()
  const kit = await openKit()
  const busDb = await createEmptyDatabase(inject('postgres'))
  const onError = () => undefined
  const bus = await connectPostgresBus(busDb.url, { onError })
  const publish = () => [outgoing('test.trace.v1', 'a', StringValueSchema, { value: 'counted' })]
  const relay = startRelay({ ...kit, service: 'test', bus, onError, publish })
  const heard: string[] = []
  const log = { warn: onError, error: onError }
  const running = await runConsumers({ ...kit, bus, log }, [
    consumer({
      topic: 'test.trace.v1',
      group: 'test.trace',
      event: StringValueSchema,
      each: async () => void heard.push(currentContext().correlationId),
    }),
  ])
  onTestFinished(async () => {
    await running.close()
    await relay.close()
    await bus.close()
    await busDb.drop()
    await sdk.shutdown()
  })

  const { app } = rig(noAuth)
  app.route(count, async () => ({ sum: Number((await change(kit, counter, 'a', { add: 1n })).state) }))
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await app.fastify.inject({
    method: 'POST',
    url: count.path,
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'request-12345678' },
  })
  expect(answer.statusCode).toBe(201)
  await until('the consumer has heard', () => heard.length > 0)
  expect(heard).toEqual(['request-12345678'])

  const spans = await until('both spans are there', () => {
    const all = exporter.getFinishedSpans()
    return all.length >= 2 && all
  })
  const byName = new Map(spans.map((span) => [span.name, span]))
  const request = byName.get(`POST ${count.path}`)
  const consumed = byName.get('test.trace google.protobuf.StringValue')
  expect([request?.spanContext().traceId, consumed?.spanContext().traceId]).toEqual([traceId, traceId])
  expect(consumed?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId)
  expect(consumed?.attributes['talad.correlation_id']).toBe('request-12345678')
})
