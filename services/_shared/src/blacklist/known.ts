import type { Queryable } from '../db.ts'
import { namedIn } from './domains.ts'
import { listedAmong } from './store.ts'
import type { Text } from './texts.ts'

export type Blacklist = {
  /** what an operator has listed by a setting */
  blacklist: ReadonlySet<string>
  /** where the list is that is read daily; undefined: none is followed, and what was read of one no longer counts */
  blacklistUrl: string | undefined
}

/** AI-22: as much of all that is listed as bears on these texts. */
export async function blacklistFor(
  db: Queryable,
  texts: readonly Text[],
  { blacklist, blacklistUrl }: Blacklist,
): Promise<ReadonlySet<string>> {
  if (blacklistUrl === undefined) return blacklist
  return new Set([...blacklist, ...(await listedAmong(db, namedIn(texts)))])
}
