import type { Queryable } from '@talad/shared/db'
import { type Conditions, conditions, containing } from './sql.ts'

/** A value of a trait, as attributes have it. */
type TraitValue = { collection_id: string; key_folded: string; value_folded: string }

/** What was searched for, looked up: SQL then compares with what is stored, and works nothing out for each asset. */
export type Found = {
  /** a text says it where each of these stands in it, in one of its spellings; none: nothing says it */
  said: readonly (readonly string[])[]
  /** whose name or slug says it, or whose address begins so */
  collections: readonly string[]
  traits: readonly TraitValue[]
  /** of a token */
  number: string | undefined
}

/** Shorter words are near to too much. */
const NEAR_FROM = 4
/** So many collections and values are told apart; words that more of them have say little. */
const MOST = 500
const SPELLINGS = 5
const NEWEST = 500

/**
 * SQL for a text that says it.
 * @param alias of asset, collection or trait
 * @param how `indexed` lets Postgres use the index of pairs of letters; `plain` looks at each text
 */
function says(
  where: Conditions,
  alias: string,
  said: Found['said'],
  how: 'indexed' | 'plain' = 'indexed',
): string {
  const stands = (text: string) => {
    const value = `${where.value(text)}::text`
    // `position` and not `like`: the planner takes a pattern for rare, and its pairs of letters tell it better
    const inText = `position(${value} in ${alias}.found_text) > 0`
    return how === 'plain' ? inText : `(${alias}.found_grams @> search_grams(${value}) and ${inText})`
  }
  if (said.length === 0) return 'false'
  return said.map((spellings) => `(${spellings.map(stands).join(' or ')})`).join(' and ')
}

async function readSaid(db: Queryable, words: string, said: Found['said']) {
  const where = conditions()
  const start = where.value(containing(words.toLowerCase()).slice(1))
  const { rows } = await db.query<{ collections: string[]; traits: TraitValue[] }>(
    `select array(select c.id from collection c where ${says(where, 'c', said)} or c.address like ${start}
         order by c.volume desc, c.id limit ${MOST}) as collections,
       (select coalesce(json_agg(t), '[]') from (
         select n.collection_id, n.key_folded, n.value_folded from trait n where ${says(where, 'n', said)}
         order by n.count desc, n.collection_id limit ${MOST}) t) as traits`,
    where.values,
  )
  return rows[0] ?? { collections: [], traits: [] }
}

/**
 * Whether any asset is named so or has the number. The newest are looked through first, as most words are frequent; a list
 * of its own then, or Postgres would walk all assets for a word that it takes for one soon met.
 */
async function isNamed(db: Queryable, { said, number }: Found): Promise<boolean> {
  const where = conditions()
  const newest = `select found_text from asset order by last_block desc, token_id, id limit ${NEWEST}`
  const ways = [
    `select 1 from (${newest}) a where ${says(where, 'a', said, 'plain')}`,
    ...(number === undefined ? [] : [`select 1 from asset a where ${hasNumber(where, number)}`]),
    'select 1 from named',
  ].map((way) => `exists (${way})`)
  const { rows } = await db.query<{ found: boolean }>(
    `with named as materialized (select 1 from asset a where ${says(where, 'a', said)})
     select ${ways.join(' or ')} as found`,
    where.values,
  )
  return rows[0]?.found ?? false
}

/**
 * For each of the words the nearest that stand anywhere, which share at least half of its pairs of letters; words that are
 * near to none are passed over.
 */
async function spellingsOf(db: Queryable, words: string): Promise<string[][]> {
  const { rows } = await db.query<{ spellings: string[] }>(
    `select array(
       select word from (
         select word, shared, max(shared) over () as most from search_word w, lateral (
           select cardinality(array(select unnest(w.grams) intersect select unnest(typed.grams))) as shared) s
         where w.grams && typed.grams and shared * 2 >= cardinality(typed.grams)) near
       where shared = most order by abs(length(word) - length(typed.word)), word limit ${SPELLINGS}) as spellings
     from (select n, word, search_grams(word) as grams
       from regexp_split_to_table(search_text($1), '\\s+') with ordinality as part (word, n)) typed
     where length(word) > 1 order by n`,
    [words],
  )
  return rows.map(({ spellings }) => spellings).filter(({ length }) => length > 0)
}

/** The number of a token that is meant: `12`, `#12` as it is shown, or `๑๒`. */
export function numberOf(words: string): string | undefined {
  const plain = words.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
  return /^#?\s*([0-9]{1,78})$/.exec(plain)?.[1]
}

/**
 * AI-17: looks up words: as they are typed, and where they stand nowhere, as something near to them is written.
 * @param about what is wanted: assets are found by their own name and number too
 */
export async function lookUp(db: Queryable, words: string, about: 'assets' | 'collections'): Promise<Found> {
  const typed = await db.query<{ text: string }>('select search_text($1) as text', [words])
  const number = numberOf(words)
  const said = [[typed.rows[0]?.text ?? words]]
  const exact: Found = { said, number, ...(await readSaid(db, words, said)) }
  const isFound =
    exact.collections.length > 0 ||
    (about === 'assets' && (exact.traits.length > 0 || (await isNamed(db, exact))))
  if (isFound || words.length < NEAR_FROM) return exact
  const near = await spellingsOf(db, words)
  return { said: near, number, ...(await readSaid(db, words, near)) }
}

/** AI-17: SQL for a collection whose name, slug or address is searched for. @param c alias of collection */
export function collectionFound(where: Conditions, c: string, { collections }: Found): string {
  return `${c}.id = any(${where.value(collections)})`
}

const hasNumber = (where: Conditions, number: string) => `a.token_id = ${where.value(number)}::numeric`

/** What comes first of what is found: what says the words in its own name, then by its number, collection and traits. */
export type Tier = 'name' | 'elsewhere' | 'any'

export function tiersOf({ collections, traits, number }: Found): readonly Tier[] {
  const isElsewhere = collections.length > 0 || traits.length > 0 || number !== undefined
  return isElsewhere ? ['name', 'elsewhere'] : ['name']
}

function valuesSql(where: Conditions, traits: readonly TraitValue[]): string {
  const column = (read: (one: TraitValue) => string) => `${where.value(traits.map(read))}::text[]`
  return `unnest(${column((one) => one.collection_id)}, ${column((one) => one.key_folded)},
    ${column((one) => one.value_folded)}) as v (collection_id, key_folded, value_folded)`
}

const SAME_VALUE =
  '(t.collection_id, t.key_folded, t.value_folded) = (v.collection_id, v.key_folded, v.value_folded)'

/** As a condition on each asset that is looked at anyway. */
export function plainlyFound(where: Conditions, found: Found, tier: Tier): string {
  const name = says(where, 'a', found.said, 'plain')
  if (tier === 'name') return name
  const { collections, traits, number } = found
  const elsewhere = [
    ...(collections.length > 0 ? [`a.collection_id = any(${where.value(collections)})`] : []),
    ...(number === undefined ? [] : [hasNumber(where, number)]),
    ...(traits.length > 0
      ? [
          `exists (select 1 from attribute t join ${valuesSql(where, traits)} on ${SAME_VALUE} where t.asset_id = a.id)`,
        ]
      : []),
  ]
  return tier === 'any' ? [name, ...elsewhere].join(' or ') : `(${elsewhere.join(' or ')}) and not (${name})`
}

/** AI-17: SQL for an asset that is searched for, by what is indexed. */
export function assetFound(where: Conditions, found: Found, tier: Tier = 'any'): string {
  const { collections, traits, number, said } = found
  if (tier === 'name') return says(where, 'a', said)
  const ways = [
    ...(collections.length > 0
      ? [`select a.id from asset a where a.collection_id = any(${where.value(collections)})`]
      : []),
    ...(number === undefined ? [] : [`select a.id from asset a where ${hasNumber(where, number)}`]),
    ...(traits.length > 0
      ? [`select t.asset_id from attribute t join ${valuesSql(where, traits)} on ${SAME_VALUE}`]
      : []),
  ]
  if (tier === 'elsewhere')
    return `a.id in (${ways.join(' union all ')}) and not (${says(where, 'a', said, 'plain')})`
  const named = says(where, 'a', said)
  if (ways.length === 0) return named
  return `a.id in (${[`select a.id from asset a where ${named}`, ...ways].join(' union all ')})`
}
