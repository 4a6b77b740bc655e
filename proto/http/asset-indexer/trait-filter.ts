/** One entry of the trait filter (WB-6, AI-13); `valueTo` present, even empty, makes it a range. */
export type TraitFilter = { key: string; value: string; valueTo?: string }

const TRAIT_PARAMETER = /^tr\[([0-9]{1,3})\]\[(key|value|valueTo)\]$/
/** Whatever is meant as a trait filter. */
const MEANT = /^tr(\[|$)/
const MAX_TRAITS = 50

/** The query parameters `tr[0][key]=…&tr[0][value]=…` of a trait filter. */
export function traitQuery(filters: readonly TraitFilter[]): Record<string, string> {
  const entries = filters.flatMap((filter, index) =>
    Object.entries(filter).map(([name, value]): [string, string] => [`tr[${index}][${name}]`, value]),
  )
  return Object.fromEntries(entries)
}

/** Reads them back out of a query; undefined when an entry is incomplete, malformed, too long or one too many. */
export function readTraits(query: Record<string, unknown>): TraitFilter[] | undefined {
  const found = new Map<number, Partial<TraitFilter>>()
  for (const [name, value] of Object.entries(query)) {
    if (!MEANT.test(name)) continue
    const match = TRAIT_PARAMETER.exec(name)
    if (!match) return undefined // or the list would answer without the filter
    if (typeof value !== 'string' || value.length > 200) return undefined
    const index = Number(match[1])
    found.set(index, { ...found.get(index), [match[2] ?? '']: value })
  }
  if (found.size > MAX_TRAITS) return undefined
  const filters = [...found.entries()].sort(([a], [b]) => a - b).map(([, filter]) => filter)
  const whole = filters.flatMap(({ key, value, valueTo }) =>
    key === undefined || key === '' || (value ?? valueTo) === undefined
      ? []
      : [{ key, value: value ?? '', ...(valueTo === undefined ? {} : { valueTo }) }],
  )
  return whole.length === filters.length ? whole : undefined
}
