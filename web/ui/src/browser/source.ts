/**
 * Where pages read from: browsers from the site they are on. While a page is drawn on the server, what draws it says how to
 * read; nothing of a visitor is there.
 */
export const source = {
  origin: import.meta.env.SSR ? 'http://site.invalid' : window.location.origin,
  fetch: (input: string | URL | Request, init?: RequestInit) => fetch(input, init),
}
