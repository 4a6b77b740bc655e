import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { currentContext } from './context.ts'
import { logText } from './log-text.ts'

/** Names that may hold a secret; their values never reach a log. */
const REDACT = [
  'authorization',
  'cookie',
  'token',
  'accessToken',
  'refreshToken',
  'privateKey',
  'apiKey',
  'secret',
  'password',
  'signature',
  'headers.authorization',
  'headers.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
]

/**
 * Lines on stdout, each with the correlation id of the work in hand.
 * @param format `json` for machines, `text` for people at a terminal
 */
export function createLogger(service: string, level: string, format: 'json' | 'text' = 'json'): Logger {
  const options: LoggerOptions = {
    name: service,
    level,
    redact: { paths: REDACT, censor: '[redacted]' },
    mixin: () => {
      const span = trace.getActiveSpan()?.spanContext()
      const { correlationId } = currentContext()
      return { correlationId, ...(span ? { traceId: span.traceId, spanId: span.spanId } : {}) }
    },
  }
  if (format === 'json') return pino(options)
  const write = (line: string) => process.stdout.write(`${logText(line, level === 'debug')}\n`)
  return pino(options, { write })
}

/** The W3C trace context of the active span, for events and messages; undefined when tracing is off. */
export function currentTraceparent(): string | undefined {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

const KINDS = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, job: SpanKind.INTERNAL } as const

/**
 * Does a piece of work in a span of its own, in the trace that asked for it. Costs next to nothing while tracing is off.
 * @param about `traceparent` is what came with the request or the message
 * @throws what `work` throws, noted in the span
 */
export function inSpan<T>(
  name: string,
  about: { kind: keyof typeof KINDS; traceparent?: string | undefined; correlationId: string },
  work: () => Promise<T>,
): Promise<T> {
  const parent = about.traceparent
    ? propagation.extract(ROOT_CONTEXT, { traceparent: about.traceparent })
    : context.active()
  const attributes = { 'talad.correlation_id': about.correlationId }
  return trace
    .getTracer('talad')
    .startActiveSpan(name, { kind: KINDS[about.kind], attributes }, parent, async (span) => {
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'fault' })
        throw error
      } finally {
        span.end()
      }
    })
}

/**
 * Starts OpenTelemetry when an OTLP endpoint is configured, and leaves it out altogether otherwise.
 * @returns a function that flushes and stops it
 */
export async function startTelemetry(
  service: string,
  otlpEndpoint: string | undefined,
): Promise<() => Promise<void>> {
  if (!otlpEndpoint) return async () => undefined
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ serviceName: service })
  sdk.start()
  return () => sdk.shutdown()
}
