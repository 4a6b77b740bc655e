import { FetchError, ResponseError } from '@talad/proto/http/client'
import { reportClientError } from '@talad/proto/http/gateway/client-errors'
import { PartMissing } from './part-missing.ts'

/** One page that goes wrong over and over tells of the first of it. */
const MOST = 5
/** Of no use to anybody: browsers, their extensions, and what was given up on purpose, like reads of who has signed out. */
const NOISE = /ResizeObserver loop|^CancelledError\b|^Script error\.?$|-extension:\/\//

export type App = 'web' | 'admin-web'
const told = new Set<string>()

/** Whether it is a fault of ours: no network, no refusal, nothing that was given up. */
export function isFault(error: unknown): boolean {
  if (error instanceof PartMissing || error instanceof FetchError) return false
  if (error instanceof ResponseError) return false // the server knows of its own
  if (error instanceof Error && error.name === 'AbortError') return false
  return !NOISE.test(error instanceof Error ? `${error.message} ${error.stack ?? ''}` : String(error))
}

const releaseOf = () => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''

/** Tells of a fault of the app, each once; whoever is told is ours, and nothing depends on it. */
export function tellOf(app: App, error: unknown): void {
  if (told.size >= MOST || !isFault(error)) return
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  if (told.has(message)) return
  told.add(message)
  const body = {
    app,
    path: window.location.pathname.slice(0, 500),
    release: releaseOf().slice(0, 100),
    name: name.slice(0, 100),
    message: message.slice(0, 2_000),
    stack: stack.slice(0, 10_000),
  }
  // also while the page is being left
  void fetch(reportClientError.path, {
    method: reportClientError.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    keepalive: true,
    credentials: 'omit',
  }).catch(() => {})
}
