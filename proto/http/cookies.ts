/** Cookies as a browser sends them. */
export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/**
 * What a browser does by itself, for programs: keeps the cookies of one site and sends them back.
 * @param cookies where they are kept
 */
export function withCookies(
  doFetch: typeof fetch = fetch,
  cookies: Map<string, string> = new Map(),
): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (cookies.size > 0) headers.set('cookie', cookieHeader(cookies))
    const answer = await doFetch(input, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined && value !== undefined) cookies.set(name, value)
    }
    return answer
  }
}
