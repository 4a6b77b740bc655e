const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],]/g

/**
 * Whether some object in a text that is JSON names a key twice, which readers take for one thing or another.
 * @param text what `JSON.parse` takes
 */
export function hasDuplicateKeys(text: string): boolean {
  const open: (Set<string> | undefined)[] = []
  let awaitsKey = false
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : undefined)
      awaitsKey = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      awaitsKey = false
    } else if (token === ',') {
      awaitsKey = open.at(-1) !== undefined
    } else if (awaitsKey) {
      const key: unknown = JSON.parse(token)
      const keys = open.at(-1)
      if (typeof key !== 'string' || keys?.has(key)) return true
      keys?.add(key)
      awaitsKey = false
    }
  }
  return false
}
