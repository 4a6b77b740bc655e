import type { Queryable } from '@talad/shared/db'
import type { Sealer } from '@talad/shared/sealing'
import { thaiForm } from '@talad/shared/text'

/** What stands before a name and finds half of everybody. */
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'นาย', 'นาง', 'นางสาว', 'น.ส.'])
const MOST_WORDS = 12

/** ID-43: the words by which a name is found, in one spelling: whatever case, and either form of ำ and แ. */
export function nameWords(name: string): string[] {
  const plain = thaiForm(name).normalize('NFKC').toLowerCase()
  const words = plain.split(/[\s,]+/u).map((word) => (TITLES.has(word) ? '' : word.replace(/\.$/, '')))
  return [...new Set(words.filter((word) => word !== '' && !TITLES.has(word)))].slice(0, MOST_WORDS)
}

const fingerprints = (personal: Sealer, names: readonly (string | null)[]) =>
  names.flatMap((name) => nameWords(name ?? '')).map((word) => personal.fingerprint(`name ${word}`))

/** ID-42: keeps by what words who has a link is found, in place of those before. */
export async function saveNameWords(
  { db, personal }: { db: Queryable; personal: Sealer },
  linkId: string,
  names: readonly (string | null)[],
): Promise<void> {
  await db.query('delete from person_name where link_id = $1', [linkId])
  await db.query(
    `insert into person_name (link_id, fingerprint) select $1, unnest($2::bytea[]) on conflict do nothing`,
    [linkId, fingerprints(personal, names)],
  )
}

/** Whose name has all these words, at most `most`; of words that say nothing nobody. */
export async function accountsNamed(
  { db, personal }: { db: Queryable; personal: Sealer },
  name: string,
  most: number,
): Promise<string[]> {
  const words = fingerprints(personal, [name])
  const { rows } = await db.query<{ account_id: string }>(
    `select distinct l.account_id from identity_link l join (
       select link_id from person_name where fingerprint = any($1) group by link_id having count(*) = $2) n on n.link_id = l.id
     order by 1 limit $3`,
    [words, words.length, most],
  )
  return rows.map(({ account_id }) => account_id)
}
