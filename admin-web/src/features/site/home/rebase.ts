import type { Section } from '@talad/proto/site/sections'

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const idsOf = (list: readonly Section[]) => list.map(({ id }) => id)

/**
 * What was typed on since a draft was sent, on top of what the server has made of that draft and of others' changes:
 * of each section mine where I have changed it since, else theirs; likewise the order.
 */
export function rebase(
  sent: readonly Section[],
  mine: readonly Section[],
  theirs: readonly Section[],
): Section[] {
  if (isSame(sent, mine)) return [...theirs]
  const find = (list: readonly Section[], id: string) => list.find((one) => one.id === id)
  const kept = (id: string): Section | undefined => {
    const [was, my, their] = [find(sent, id), find(mine, id), find(theirs, id)]
    return isSame(was, my) ? their : my
  }
  const common = (list: readonly Section[]) => idsOf(list).filter((id) => find(sent, id) && kept(id))
  const isMoved = !isSame(common(sent), common(mine))
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine]
  const order = idsOf(first)
  for (const [at, id] of idsOf(second).entries()) {
    if (order.includes(id)) continue
    const before = second[at - 1]
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
  }
  return order.flatMap((id) => kept(id) ?? [])
}
