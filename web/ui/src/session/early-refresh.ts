/** ID-7: one refresh at a time, across the tabs of this browser. */
export const REFRESH_LOCK = 'talad-refresh'
/** Where a browser notes that somebody is signed in on it; no secret (ID-10). */
export const SESSION_NOTE = 'talad.session'
/** As the contract says; the contract itself would come with more than the first script needs. */
const HALF_REFRESH = '/identity/token/half-refresh'
/** M§9 */
const TIMEOUT_MS = 10_000

/** An answer, and when it came on this machine's clock: it may be looked at much later. */
type Early = Promise<{ response: Response; at: number }>

let early: Early | undefined

function isSomebodyHere(): boolean {
  try {
    return window.localStorage.getItem(SESSION_NOTE) !== null
  } catch {
    return false // browsers may forbid it
  }
}

/**
 * Begins a half refresh where somebody is signed in, for the first script of a page: the answer is there when the app is.
 * The session takes it, or asks itself where none came.
 */
export function beginRefresh(): void {
  if (!isSomebodyHere()) return
  early = navigator.locks.request(REFRESH_LOCK, async () => {
    const response = await fetch(HALF_REFRESH, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { response, at: Date.now() }
  })
  early.catch(() => {})
}

/** The answer to what was begun, once, if it is what `url` asks for. */
export function takeEarly(url: string): Early | undefined {
  if (!url.endsWith(HALF_REFRESH)) return undefined
  const taken = early
  early = undefined
  return taken
}
