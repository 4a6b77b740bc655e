import { lowerAddress } from '@talad/shared/chain/address'
import { currentContext } from '@talad/shared/context'
import type { Queryable } from '@talad/shared/db'

/** Where assets are looked for: `a`, with their collection `c`. */
export const FROM = 'from asset a join collection c on c.id = a.collection_id'

/** A query in the making: conditions that must all hold, and their values. Texts never enter the SQL, only `$n`. */
export type Conditions = {
  /** @returns the placeholder of a value */
  value(value: unknown): string
  add(condition: string): void
  /** `true` when there is none */
  text(): string
  values: unknown[]
}

/** @param values those of the whole statement, where it has several such conditions */
export function conditions(values: unknown[] = []): Conditions {
  const all: string[] = []
  return {
    values,
    value: (value) => `$${values.push(value)}`,
    add: (condition) => void all.push(condition),
    text: () => (all.length === 0 ? 'true' : all.map((one) => `(${one})`).join(' and ')),
  }
}

/** GW-17. @throws Rejection VALIDATION. @returns lower case */
export function readAddresses(given: readonly string[], field: string): string[] {
  return given.map((text) => lowerAddress(text, field))
}

/** Collections by id, slug or a former slug that still leads to one (AI-26); 24 hex characters are an id first. */
export function inCollections(where: Conditions, given: readonly string[] | undefined): void {
  if (!given) return
  const list = where.value(given)
  where.add(
    `c.id = any(${list}) or c.slug = any(${list})
      or c.id in (select f.collection_id from collection_slug f where f.slug = any(${list}) and f.until > now())`,
  )
}

/** GW-5. The first condition is for the index, which leaves out what is on no site of its own. */
export function shownOn(where: Conditions, site: string): void {
  where.add(`c.continents <> '{}' and c.continents @> array[${where.value(site)}]`)
}

/** GW-5: of a site other than the main one only the collections that it shows. @returns whether it is such a site */
export function shownHere(where: Conditions): boolean {
  const { site } = currentContext()
  if (site !== undefined) shownOn(where, site)
  return site !== undefined
}

async function idsOfCollections(db: Queryable, where: Conditions): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select c.id from collection c where ${where.text()}`,
    where.values,
  )
  return rows.map(({ id }) => id)
}

type Within = {
  cl?: readonly string[] | undefined
  ad?: readonly string[] | undefined
  wl?: readonly string[] | undefined
  as?: readonly string[] | undefined
}

/**
 * A query with the ids of its collections in place of what names them, in `cl` and in `ad`: asked for by itself, so that
 * Postgres plans the rest knowing how much is in them. On a site of its own they are among those that it shows (GW-5), but for
 * what somebody holds and what is named by its id.
 * @throws Rejection VALIDATION
 */
export async function withCollectionIds<Query extends Within>(
  db: Queryable,
  query: Query,
): Promise<Query & { cl?: string[] | undefined; ad?: string[] | undefined }> {
  const named = conditions()
  inCollections(named, query.cl)
  const isBounded = query.wl === undefined && query.as === undefined && shownHere(named)
  const contracts = conditions()
  if (query.ad) contracts.add(`c.address = any(${contracts.value(readAddresses(query.ad, 'ad'))})`)
  const [cl, ad] = await Promise.all([
    query.cl || isBounded ? idsOfCollections(db, named) : undefined,
    query.ad && idsOfCollections(db, contracts),
  ])
  return { ...query, cl, ad }
}

/** That a column is one of the ids; of one alone, which an index in another order than its own is of no use for otherwise. */
export function isAmong(where: Conditions, column: string, ids: readonly string[]): string {
  const [only] = ids
  return ids.length === 1 ? `${column} = ${where.value(only)}` : `${column} = any(${where.value(ids)})`
}

/** For `like`: the text itself, wherever it stands. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
