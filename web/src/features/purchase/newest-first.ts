type Dated = { created: string }
/** What has been read of a list that is newest first. */
export type Loaded<T extends Dated> = { list: readonly T[]; isWhole: boolean }

/** Two such lists as one. What may still come between is held back until it has been read. */
export function newestFirst<A extends Dated, B extends Dated>(a: Loaded<A>, b: Loaded<B>): (A | B)[] {
  const ends = [a, b].flatMap(({ list, isWhole }) => (isWhole ? [] : [list.at(-1)?.created ?? '9']))
  const end = ends.toSorted().at(-1) ?? ''
  return [...a.list, ...b.list]
    .filter(({ created }) => created >= end)
    .toSorted((one, other) => (one.created < other.created ? 1 : one.created > other.created ? -1 : 0))
}
