import type { BatchObservableResult } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../bus/port.ts'
import type { Queryable } from '../db.ts'
import { openMetricsEndpoint } from './endpoint.ts'
import { type Reading, readGauges } from './gauges.ts'

/** Several who scrape, or scrape often, cost no more than one who does so this often. */
const KEPT_MS = 5_000

/**
 * Tells Prometheus of a service at `/metrics` of an internal port: its calls as they come, and what only its database and
 * the bus know when it is asked.
 * @param about `groups`: of its consumers, `readers`: of its log, both also before they have begun
 */
export async function startMetrics(
  deps: { service: string; db: Queryable; bus: Pick<Bus, 'lag'>; onError: (error: unknown) => void },
  about: {
    host: string
    port: number
    groups: readonly string[]
    readers: readonly string[]
    /** what only this service has to tell */
    own?: (() => Promise<Reading>) | undefined
    fastify: FastifyInstance
  },
): Promise<{ close(): Promise<void> }> {
  const { service } = deps
  const { meter, requests, gauges, close } = await openMetricsEndpoint(about.host, about.port)
  about.fastify.addHook('onResponse', (request, reply, done) => {
    requests.record(reply.elapsedTime / 1_000, {
      service,
      http_route: request.routeOptions.url ?? 'none',
      http_request_method: request.method,
      http_response_status_code: reply.statusCode,
    })
    done()
  })
  let kept: { at: number; reading: Promise<Reading> } | undefined
  const observe = async (result: BatchObservableResult) => {
    if (kept === undefined || performance.now() - kept.at > KEPT_MS)
      kept = { at: performance.now(), reading: readGauges(deps, about) }
    for (const [name, value, labels] of await kept.reading) {
      const gauge = gauges.get(name)
      if (gauge) result.observe(gauge, value, { service, ...labels })
    }
  }
  const all = [...gauges.values()]
  meter.addBatchObservableCallback(observe, all)
  return {
    async close() {
      meter.removeBatchObservableCallback(observe, all)
      await close()
    },
  }
}
