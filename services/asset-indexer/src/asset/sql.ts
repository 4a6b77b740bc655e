import { lowerAddress } from '@talad/shared/chain/address'

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

/** For `like`: the text itself, wherever it stands. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

/** GW-18, GW-20: a page list; `total` undefined when it wasn't asked for. */
export function pageOf<T>(list: T[], query: { ps: number; pi: number }, total: bigint | undefined) {
  const count = total === undefined ? null : Number(total)
  const pages = count === null ? null : Math.ceil(count / query.ps)
  return { list, size: query.ps, index: query.pi, total: count, pages }
}
