import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** What caused the work that is being done now; it is stored with every event and sent with every message. */
export type Context = {
  /** one id from the first request to the last effect, through every service and onto the chain transaction's record */
  correlationId: string
  /** id of the message or request that directly caused this */
  causationId?: string
  /** account id of the person, or the name of the service that acts */
  actor?: string
  /** W3C trace context */
  traceparent?: string
}

const storage = new AsyncLocalStorage<Context>()

export function withContext<T>(context: Context, run: () => T): T {
  return storage.run(context, run)
}

/** The context of the work in hand, or a fresh one for work that nobody asked for (a timer, a start). */
export function currentContext(): Context {
  return storage.getStore() ?? { correlationId: randomUUID() }
}
