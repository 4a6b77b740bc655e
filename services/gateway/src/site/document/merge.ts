import { isSame } from './decide.ts'

/** Of three values of one field: who changed it alone is followed; undefined where both did, and differently. */
function field<T>(base: T, mine: T, theirs: T): { value: T } | undefined {
  if (isSame(mine, theirs) || isSame(base, theirs)) return { value: mine }
  return isSame(base, mine) ? { value: theirs } : undefined
}

/** Two changes of different fields of one thing are both kept. */
export function mergeFields<T extends object>(base: T, mine: T, theirs: T): T | undefined {
  const merged: Partial<T> = {}
  for (const key of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)]) as Set<
    keyof T
  >) {
    const one = field(base[key], mine[key], theirs[key])
    if (!one) return undefined
    merged[key] = one.value
  }
  return merged as T
}

type Named = { id: string }

const byId = <S extends Named>(list: readonly S[]) => new Map(list.map((one) => [one.id, one] as const))
const without = (ids: readonly string[], gone: ReadonlySet<string>) => ids.filter((id) => !gone.has(id))

/**
 * The order of those that are left: who moved some alone is followed, and what the other has added stands behind what
 * stood before it there. undefined where both moved some, and differently.
 */
function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
  left: ReadonlySet<string>,
) {
  const gone = new Set([...base, ...mine, ...theirs].filter((id) => !left.has(id)))
  const known = new Set(base)
  const common = (ids: readonly string[]) => ids.filter((id) => known.has(id) && left.has(id))
  const order = field(common(base), common(mine), common(theirs))
  if (!order) return undefined
  const [first, second] = isSame(order.value, common(mine)) ? [mine, theirs] : [theirs, mine]
  const merged = without(first, gone)
  for (const [at, id] of without(second, gone).entries()) {
    if (merged.includes(id)) continue
    const before = without(second, gone)[at - 1]
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, id)
  }
  return merged
}

/** AW-13: changes of different sections are both kept, known by their ids; of the same one, or of the order, one is told. */
export function mergeSections<S extends Named>(
  base: { sections: S[] },
  mine: { sections: S[] },
  theirs: { sections: S[] },
): { sections: S[] } | undefined {
  const [was, my, their] = [byId(base.sections), byId(mine.sections), byId(theirs.sections)]
  const left = new Map<string, S>()
  for (const id of new Set([...was.keys(), ...my.keys(), ...their.keys()])) {
    const one = field(was.get(id), my.get(id), their.get(id))
    if (!one) return undefined
    if (one.value) left.set(id, one.value)
  }
  const ids = (list: readonly Named[]) => list.map(({ id }) => id)
  const order = mergeOrder(ids(base.sections), ids(mine.sections), ids(theirs.sections), new Set(left.keys()))
  return order && { sections: order.flatMap((id) => left.get(id) ?? []) }
}
