import { source } from '@talad/ui/browser/source'

/**
 * The picture at an address, as a path of this site; undefined for one of others, which the page's policy keeps out, and
 * for one of single tokens (CA-62).
 */
export function ownPicture(address: string | null | undefined): string | undefined {
  if (!address || address.includes('{id}') || !URL.canParse(address, source.origin)) return undefined
  const { host, pathname } = new URL(address, source.origin)
  return host === new URL(source.origin).host ? pathname : undefined
}
