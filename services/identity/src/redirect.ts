const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Whether an origin is on this machine: every name below `localhost` is (RFC 6761). */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return LOOPBACK.includes(hostname) || hostname.endsWith('.localhost')
}

/**
 * Reads a comma list of site origins: https, or http on loopback.
 * @returns the origins without paths, or undefined when one is none of these or the list is empty
 */
export function parseOrigins(text: string): [string, ...string[]] | undefined {
  const origins: string[] = []
  for (const part of text.split(',')) {
    const url = URL.canParse(part.trim()) ? new URL(part.trim()) : undefined
    // nothing but an origin: what `new URL` makes of it is itself, or itself and a slash
    if (!url || url.href !== `${url.origin}/`) return undefined
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.origin))) return undefined
    origins.push(url.origin)
  }
  const [first, ...rest] = origins
  return first === undefined ? undefined : [first, ...rest]
}

/**
 * ID-15: whether a sign-in may return to an address: on one of our origins (https, unless the origin is loopback), and
 * without credentials, by which an address can look like another one.
 */
export function mayReturnTo(redirectUrl: string, origins: readonly string[]): boolean {
  if (!URL.canParse(redirectUrl)) return false
  const url = new URL(redirectUrl)
  return origins.includes(url.origin) && url.username === '' && url.password === ''
}
