import { AsyncLocalStorage } from 'node:async_hooks'
import { INVALID_SPAN_CONTEXT, type Tracer, trace } from '@opentelemetry/api'
import { around, type Watch } from './strike.ts'

const units = new AsyncLocalStorage<string>()

/** The declared unit that is being done: `POST /shipping/ship`, `job shipping.expiry`; undefined in what no span is around. */
export const unitNow = (): string | undefined => units.getStore()

/** Consumers are points by their commits; what is only read leaves nothing behind. */
const IS_POINT = /^(POST|PUT|PATCH|DELETE|job) /

/** Watches routes and jobs from outside: before the first of their work, in its middle, and before their answer. */
export function watchUnits(service: string, watch: Watch): void {
  const span = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)
  const startActiveSpan = (name: string, ...given: unknown[]) => {
    const work = given.at(-1) as (of: typeof span) => Promise<unknown>
    const strike = IS_POINT.test(name) ? watch([`${service} run ${name}`]) : undefined
    if (strike?.phase === 'during') setImmediate(strike.die)
    return around(strike, () => units.run(name, () => work(span)))
  }
  const tracer: Tracer = {
    startSpan: () => span,
    startActiveSpan: startActiveSpan as Tracer['startActiveSpan'],
  }
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
}
