import type { Queryable } from '@talad/shared/db'
import { foldName } from './check-name.ts'

const MOST = 5

/** Those whose public name begins so, in whatever way of writing looks the same; the shortest first. */
export async function peopleNamed(
  db: Queryable,
  words: string,
): Promise<{ display_name: string; picture: string | null }[]> {
  const folded = foldName(words)
  if (folded === '') return []
  const { rows } = await db.query<{ display_name: string; picture: string | null }>(
    `select n.name as display_name, p.url as picture from display_name n
       left join profile_picture p on p.account_id = n.account_id
     where starts_with(n.folded, $1) order by length(n.folded), n.folded limit $2`,
    [folded, MOST],
  )
  return rows
}
