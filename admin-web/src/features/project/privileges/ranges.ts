/** Numbers of tokens as they are typed: `1-10, 15`. @returns undefined for what are none */
export function rangesIn(text: string): [string, string][] | undefined {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const read = parts.map((part) => /^(\d+)(?:\s*[-–]\s*(\d+))?$/.exec(part))
  if (read.some((one) => one === null)) return undefined
  return read.flatMap((one): [string, string][] => {
    const [, from, to = from] = one ?? []
    return from === undefined || to === undefined ? [] : [[String(BigInt(from)), String(BigInt(to))]]
  })
}

export const rangesText = (ranges: readonly (readonly string[])[]): string =>
  ranges.map(([from = '', to = from]) => (from === to ? from : `${from}–${to}`)).join(', ')
