import type { Queryable } from '@talad/shared/db'
import { type Conditions, conditions, containing } from './sql.ts'

/** What is searched for stands in the text, or nearly: at least half of its pairs of letters do. */
export type Nearness = 'exact' | 'near'

/** Shorter words are near to too much. */
const NEAR_FROM = 4

function likeSql(where: Conditions, text: string, words: string): string {
  return `search_text(${text}) like search_text(${where.value(containing(words))})`
}

/** SQL for how many pairs of letters a text shares with the words. */
function sharedSql(text: string, grams: string): string {
  return `cardinality(array(select unnest(search_grams(${text})) intersect select unnest(${grams})))`
}

function nearSql(where: Conditions, text: string, words: string): string {
  const grams = `search_grams(${where.value(words)})`
  return `(search_grams(${text}) && ${grams} and ${sharedSql(text, grams)} * 2 >= cardinality(${grams}))`
}

const says = (nearness: Nearness) => (nearness === 'exact' ? likeSql : nearSql)

/** AI-17: SQL for a collection whose name, slug or address is searched for. @param c alias of collection */
export function collectionFound(where: Conditions, c: string, words: string, nearness: Nearness): string {
  const sayIt = says(nearness)
  const start = where.value(containing(words.toLowerCase()).slice(1))
  return `(${sayIt(where, `${c}.name`, words)} or ${sayIt(where, `${c}.slug`, words)} or ${c}.address like ${start})`
}

/** AI-17: SQL for an asset that is searched for: by its name or number, its collection's name, the value of a trait. */
export function assetFound(where: Conditions, words: string, nearness: Nearness): string {
  const sayIt = says(nearness)
  return `${sayIt(where, 'a.name', words)} or a.token_id::text = ${where.value(words)}
    or a.collection_id in (select f.id from collection f where ${collectionFound(where, 'f', words, nearness)})
    or exists (select 1 from attribute t join trait n on n.collection_id = t.collection_id
      and n.key_folded = t.key_folded and n.value_folded = t.value_folded
      where t.asset_id = a.id and ${sayIt(where, 'n.value', words)})`
}

/** What comes first of what is found: what says the words in its own name, then what shares most with them. */
export function relevance(where: Conditions, words: string): string {
  const like = likeSql(where, 'a.name', words)
  return `(${like}) desc, ${sharedSql('a.name', `search_grams(${where.value(words)})`)} desc`
}

/**
 * Words that are nowhere as they are typed are searched for with tolerance.
 * @param from the tables that the condition is about
 */
export async function nearnessOf(
  db: Queryable,
  words: string,
  from: 'asset a' | 'collection c',
): Promise<Nearness> {
  if (words.length < NEAR_FROM) return 'exact'
  const where = conditions()
  const found =
    from === 'asset a' ? assetFound(where, words, 'exact') : collectionFound(where, 'c', words, 'exact')
  const { rows } = await db.query<{ found: boolean }>(
    `select exists (select 1 from ${from} where ${found}) as found`,
    where.values,
  )
  return rows[0]?.found ? 'exact' : 'near'
}
