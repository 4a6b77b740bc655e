import { createRequire } from 'node:module'

/** What a client has to send on one connection, as the library keeps it. */
export type RequestQueue = { pending: readonly unknown[]; scheduleCheckPendingRequests(): void }

/** The library's own class, of which its public interface says nothing. */
export const requestQueue: { prototype: RequestQueue } = createRequire(import.meta.url)(
  'kafkajs/src/network/requestQueue',
)

/**
 * After each request and answer the client library sets a timer to look for requests that wait, also when none does: with
 * a negative time, of which Node warns in every process. Nothing waits in an empty queue, and who comes later sets the timer.
 */
const setTimer = requestQueue.prototype.scheduleCheckPendingRequests
requestQueue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
  if (this.pending.length > 0) setTimer.call(this)
}
