import type { Histogram, Meter, ObservableGauge } from '@opentelemetry/api'
import type { Gauge } from './gauges.ts'

/** The instruments of one `/metrics`; the services of a process share it, told apart by their label. */
export type Instruments = { meter: Meter; requests: Histogram; gauges: ReadonlyMap<Gauge, ObservableGauge> }

type Shared = { users: number; opened: Promise<Instruments & { close(): Promise<void> }> }

/** The endpoints of this process by their port: a port can be listened on once only. */
const endpoints = new Map<number, Shared>()

/** Seconds; a call behind the gateway takes milliseconds, one that waits for a provider up to ten seconds. */
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

async function open(host: string, port: number): Promise<Instruments & { close(): Promise<void> }> {
  const { GAUGES } = await import('./gauges.ts')
  const { PrometheusExporter } = await import('@opentelemetry/exporter-prometheus')
  const { MeterProvider } = await import('@opentelemetry/sdk-metrics')
  const exporter = new PrometheusExporter({ host, port, preventServerStart: true })
  const provider = new MeterProvider({ readers: [exporter] })
  const meter = provider.getMeter('talad')
  const requests = meter.createHistogram('http_server_request_duration_seconds', {
    description: 'how long calls took, by route and status',
    advice: { explicitBucketBoundaries: BOUNDARIES },
  })
  const names = Object.keys(GAUGES).filter((name): name is Gauge => name in GAUGES)
  const gauges = new Map(
    names.map((name) => [name, meter.createObservableGauge(name, { description: GAUGES[name] })]),
  )
  await exporter.startServer()
  return { meter, requests, gauges, close: () => provider.shutdown() }
}

/** Listens for Prometheus, or joins who does so in this process. @throws Error when the port is taken by somebody else */
export async function openMetricsEndpoint(
  host: string,
  port: number,
): Promise<Instruments & { close(): Promise<void> }> {
  const shared = endpoints.get(port) ?? { users: 0, opened: open(host, port) }
  endpoints.set(port, shared)
  shared.users += 1
  const leave = async () => {
    shared.users -= 1
    if (shared.users === 0) endpoints.delete(port)
    return shared.users === 0
  }
  try {
    const { close, ...instruments } = await shared.opened
    return {
      ...instruments,
      close: async () => {
        if (await leave()) await close()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}
