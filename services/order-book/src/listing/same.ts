/** Where a JSON value first differs from what is wanted, and what is wanted there; undefined: nowhere. */
export function firstDifference(
  wanted: unknown,
  given: unknown,
  path: string,
): { path: string; wanted: unknown } | undefined {
  if (same(wanted, given)) return undefined
  const isWhole = typeof wanted !== 'object' || typeof given !== 'object' || wanted === null || given === null
  if (isWhole || Array.isArray(wanted) !== Array.isArray(given)) return { path, wanted }
  if (Array.isArray(wanted) && Array.isArray(given) && wanted.length !== given.length)
    return { path: `${path}.length`, wanted: wanted.length }
  for (const [key, value] of Object.entries(wanted)) {
    const found = firstDifference(value, Reflect.get(given, key), `${path}.${key}`)
    if (found) return found
  }
  return { path, wanted }
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return one === other
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && same(Reflect.get(one, key), Reflect.get(other, key)))
  )
}
