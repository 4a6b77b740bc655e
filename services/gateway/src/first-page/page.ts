import { cookieOf } from '../cookie.ts'
import type { Drawn, Language } from './worker.ts'

/** How a visitor wants pages to look, as far as it must be known before the first of it is seen. */
export type Look = { language: Language; theme: 'light' | 'dark' | undefined }

/** WB-1: addresses of home, explore, a collection, an asset and the account; others may carry what is nobody's business. */
const DRAWN = /^(?:|account|explore|collection\/[^/]+|assets(?:\/[^/]+){3})$/

/** @param path of an address, without a leading slash */
export const isDrawn = (path: string): boolean => DRAWN.test(path)

const ROOT = '<div id="root"></div>'
/** Links by which the empty page fetches the app: behind what has been drawn it comes after that. */
const APP = /\s*<link [^>]*\bdata-app\b[^>]*>/g

/**
 * Reads what the web app has noted of a browser; anything else counts as nothing.
 * @param languages of the site, its first one where no other of them was chosen (WB-17)
 */
export function lookOf(cookies: string | undefined, languages: readonly Language[]): Look {
  const theme = cookieOf(cookies, 'talad.theme')
  const chosen = cookieOf(cookies, 'talad.language')
  return {
    language: languages.find((one) => one === chosen) ?? languages[0] ?? 'th',
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  }
}

/**
 * The web app's page with what was drawn for its address. Its links work; what else is pressed before the app has
 * taken its place is kept for it (web/src/start/replay-clicks.ts).
 * @param page index.html as it was built, perhaps with a preview
 */
export function withFirstPage(page: string, { body, head, data }: Drawn, { language, theme }: Look): string {
  const root = `<div id="root"><div style="display:contents" data-drawn>${body}</div></div><script type="application/json" id="first-page">${data}</script>`
  const look = `<html lang="${language}"${theme ? ` data-theme="${theme}"` : ''}`
  // by functions: what strangers have written may hold `$&`
  return page
    .replace(/<html lang="[^"]*"/, () => look)
    .replace(APP, () => '')
    .replace('</head>', () => `${head}</head>`)
    .replace(ROOT, () => root)
}
