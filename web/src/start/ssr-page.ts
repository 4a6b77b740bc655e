/** What comes with a page that the server has drawn; see `../first-page.tsx`. */
export type DrawnPage = {
  /** what was read for it */
  reads: unknown
  /** the parts of the app that its screen needs */
  parts: readonly string[]
}

/** The element of the page which holds it; the gateway writes it. */
const PLACE = 'first-page'

function isDrawnPage(value: unknown): value is DrawnPage {
  return typeof value === 'object' && value !== null && 'reads' in value && 'parts' in value
}

/** What the server has read for this page; nothing when it only sent the empty page. */
export function drawnPage(): DrawnPage {
  const found: unknown = JSON.parse(document.getElementById(PLACE)?.textContent ?? 'null')
  return isDrawnPage(found) ? found : { reads: undefined, parts: [] }
}
