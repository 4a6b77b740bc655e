/** A refresh token that came in the address (ID-8); in memory only, until the person has said whether they go on as its owner. */
let arrived: string | undefined
/** ID-8: a hand-over that the person has agreed to on the site that they come from. */
let handedOver: string | undefined

/**
 * ID-8: takes `at`, `rt` and a hand-over out of the address, before anything else is asked for. An access token alone is of no use: it
 * can't be renewed, and nobody is signed in for minutes.
 */
export function takeArrivalTokens(): void {
  const place = new URL(window.location.href)
  const { searchParams } = place
  const session = searchParams.get('sessionId')
  const isHandOver = session?.startsWith('h-') === true && place.pathname !== '/auth/hand-over'
  if (!searchParams.has('at') && !searchParams.has('rt') && !isHandOver) return
  arrived = searchParams.get('rt') ?? undefined
  searchParams.delete('at')
  searchParams.delete('rt')
  if (isHandOver) {
    handedOver = session
    searchParams.delete('sessionId')
  }
  window.history.replaceState(window.history.state, '', place)
}

export const arrivedToken = (): string | undefined => arrived

/** Once. */
export function takeHandedOver(): string | undefined {
  const taken = handedOver
  handedOver = undefined
  return taken
}

export function forgetArrivedToken(): void {
  arrived = undefined
}
