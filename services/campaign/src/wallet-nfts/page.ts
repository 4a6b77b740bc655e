import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import type { NftSource, OwnedPage } from './source.ts'

/** Where a listing goes on: on which chain, and at which page of its source. */
const place = z.tuple([z.string(), z.string().nullable()])

const tokenOf = (blockchain: string, pageKey: string | undefined) =>
  Buffer.from(JSON.stringify([blockchain, pageKey ?? null])).toString('base64url')

/** @throws Rejection VALIDATION */
function placeOf(token: string): z.infer<typeof place> {
  try {
    return place.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw new Rejection('VALIDATION', { field: 'next_page_token' })
  }
}

/**
 * The page that is asked for, of the chains one after another.
 * @param ask reads a page of a source
 * @returns no page where there are no such chains
 * @throws Rejection VALIDATION for a token of another listing
 */
export async function pageOf(
  sources: readonly NftSource[],
  token: string | undefined,
  ask: (source: NftSource, pageKey: string | undefined) => Promise<OwnedPage>,
): Promise<{ source: NftSource; page: OwnedPage; next: string | null } | undefined> {
  const [blockchain, pageKey] = token === undefined ? [sources[0]?.blockchain, null] : placeOf(token)
  const at = sources.findIndex((one) => one.blockchain === blockchain)
  const source = sources[at]
  if (!source) {
    if (token !== undefined) throw new Rejection('VALIDATION', { field: 'next_page_token' })
    return undefined
  }
  const page = await ask(source, pageKey ?? undefined)
  const after = sources[at + 1]
  const next =
    page.pageKey !== undefined
      ? tokenOf(source.blockchain, page.pageKey)
      : after
        ? tokenOf(after.blockchain, undefined)
        : null
  return { source, page, next }
}
