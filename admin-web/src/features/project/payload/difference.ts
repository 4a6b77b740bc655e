/** A value of a payload that was changed, by its path; undefined: it isn't there. */
export type Difference = { path: string; before: string | undefined; after: string | undefined }

const isParent = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every text and number of a value by its path. */
function leaves(value: unknown, path: readonly string[] = []): [string, string][] {
  if (!isParent(value)) return [[path.join('.'), String(value)]]
  const inner = Object.entries(value)
  return inner.flatMap(([name, one]) => leaves(one, [...path, name]))
}

/** What is different between two values, in the order of the first, then of what is new. */
export function differences(before: object, after: object): Difference[] {
  const [was, is] = [new Map(leaves(before)), new Map(leaves(after))]
  return [...new Map([...was, ...is]).keys()].flatMap((path) => {
    const [old, now] = [was.get(path), is.get(path)]
    return old === now ? [] : [{ path, before: old, after: now }]
  })
}
