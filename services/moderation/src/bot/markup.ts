import { asRead, type Text } from '@talad/shared/blacklist/texts'

const TAGS =
  'a|abbr|audio|b|base|blockquote|body|br|button|canvas|center|code|details|div|embed|em|font|form|frame|frameset|h[1-6]|head|hr|html|i|iframe|image|img|input|isindex|li|link|marquee|math|meta|noscript|object|ol|option|p|pre|script|section|select|source|span|strong|style|svg|table|tbody|td|template|textarea|title|tr|u|ul|use|video|xml'
const WRITTEN = new RegExp(String.raw`</?(?:${TAGS})(?=[\s/>])[^<>]{0,500}>?|<!--|<!\[CDATA\[|<!doctype`, 'i')
/** What runs, or fetches, where it is taken for markup. */
const RUNS =
  /<(?:script|iframe|object|embed|svg|math|form|base|meta|link|style)[\s/>]|<[a-z][^<>]{0,500}\bon[a-z]{3,20}\s*=|\b(?:java|vb)script\s*:|\bdata\s*:\s*text\/html|\bsrcdoc\s*=/i
const LINKED = /!?\[[^\]]{0,200}\]\(\s*[a-z][a-z0-9+.-]*:[^)\s]+\s*\)|\[(?:url|img)(?:=[^\]]*)?\]/i
const LINKS: ReadonlySet<string> = new Set(['external_url', 'image', 'animation', 'metadata'])

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
  colon: ':',
}

/** Entities as a page would show them. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));?/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? all
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

export type Markup = Text & { runs: boolean }

/** MO-15: the first text that would be more than text where a page took it for markup. */
export function markupIn(texts: readonly Text[]): Markup | undefined {
  for (const { field, text } of texts) {
    const shown = decoded(asRead(text))
    const runs = RUNS.exec(shown)
    if (runs) return { field, text: runs[0], runs: true }
    if (LINKS.has(field)) continue
    const written = WRITTEN.exec(shown) ?? LINKED.exec(shown)
    if (written) return { field, text: written[0], runs: false }
  }
  return undefined
}
