/** By place, a slot and the unit in it; both are numbers. */
type Taken = Map<number, number>

/** For each slot the units that may fill it, the one to take first at the front. */
type Edges = readonly (readonly number[])[]

/**
 * Fills one slot more, others giving way to another unit where that helps; slots below `fixed` don't.
 * @returns whether it could; `taken` is changed only then
 */
function augment(slot: number, edges: Edges, taken: Taken, fixed: number, seen: Set<number>): boolean {
  for (const unit of edges[slot] ?? []) {
    if (seen.has(unit)) continue
    seen.add(unit)
    const other = taken.get(unit)
    const isFree = other === undefined || (other >= fixed && augment(other, edges, taken, fixed, seen))
    if (isFree) {
      taken.set(unit, slot)
      return true
    }
  }
  return false
}

/**
 * Fills what it can of the slots, the first ones before later ones; a slot that is filled stays so. As many are filled as
 * can be: what sets of slots can be filled together is a matroid, so taking each that still can be is best.
 */
export function fill(edges: Edges, before: Taken = new Map()): Taken {
  const taken = new Map(before)
  const filled = new Set(before.values())
  for (const slot of edges.keys()) if (!filled.has(slot)) augment(slot, edges, taken, 0, new Set())
  return taken
}

/**
 * CA-23: of all ways to fill the same slots, that in which the first slot has its lowest unit, then the second, and so on.
 */
export function lowest(edges: Edges, filled: Taken): Taken {
  let taken = filled
  for (const slot of [...filled.values()].sort((a, b) => a - b))
    for (const unit of edges[slot] ?? []) {
      const better = withUnit(slot, unit, edges, taken)
      if (!better) continue
      taken = better
      break
    }
  return taken
}

/** The slot gets this unit; who has it must find another, without disturbing slots before. */
function withUnit(slot: number, unit: number, edges: Edges, taken: Taken): Taken | undefined {
  const other = taken.get(unit)
  if (other === slot) return taken
  if (other !== undefined && other < slot) return undefined
  const next = new Map([...taken].filter(([, of]) => of !== slot))
  next.set(unit, slot)
  return other === undefined || augment(other, edges, next, slot + 1, new Set()) ? next : undefined
}
