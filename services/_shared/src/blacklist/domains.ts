import { asRead, type Text } from './texts.ts'

/** AI-22: what comes before the name of a site and says nothing of whose it is. */
const BEFORE = /^(?:www|mail|api|img)\./
/** Ways to write the dot of an address so that a machine passes over it. */
const DOTS = /\s*(?:\[\s*(?:\.|dot)\s*\]|\(\s*(?:\.|dot)\s*\)|。)\s*/giu
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}][\p{L}\p{N}\p{M}-]{1,62}/gu
/** What a list may say: a domain, also with a star for those below it. An address that leads further is no site. */
const ENTRY = /^(?:\*\.)?([^\s/?#@:\\*]+)$/

/** A domain as it is compared; undefined: it is none. */
function plain(domain: string): string | undefined {
  const host = URL.parse(`http://${domain}`)?.hostname.replace(/\.$/, '')
  // without what comes before it `mail.example` would be all of `example`
  return [host?.replace(BEFORE, ''), host].find((one) => one?.includes('.'))
}

/** The domain that an entry of a list names; undefined: none. */
export function domainOf(entry: string): string | undefined {
  const domain = ENTRY.exec(entry.trim())?.[1]
  return domain === undefined ? undefined : plain(domain)
}

/** The list of an operator: domains apart by spaces, commas or lines. */
export function readBlacklist(list: string): ReadonlySet<string> {
  return new Set(list.split(/[\s,]+/).flatMap((one) => domainOf(one) ?? []))
}

/** Every domain that a text names, however its dots are written. */
export function domainsIn(text: string): string[] {
  const found = asRead(text).replaceAll(DOTS, '.').match(DOMAIN) ?? []
  return [...new Set(found.flatMap((one) => plain(one) ?? []))]
}

/** The domain itself, and those that it lies below. */
const withParents = (domain: string): string[] => {
  const parts = domain.split('.')
  return parts.slice(0, -1).map((_, at) => parts.slice(at).join('.'))
}

/** All that must not be on a list for texts to be sound: the domains that they name, and those that these lie below. */
export function namedIn(texts: readonly Text[]): string[] {
  return [...new Set(texts.flatMap(({ text }) => domainsIn(text).flatMap(withParents)))]
}

/** AI-22: the first domain of a text that is on the list, or lies below one that is. */
export function blacklisted(texts: readonly Text[], list: ReadonlySet<string>): Text | undefined {
  for (const { field, text } of texts) {
    const bad = domainsIn(text).find((domain) => withParents(domain).some((one) => list.has(one)))
    if (bad !== undefined) return { field, text: bad }
  }
  return undefined
}
