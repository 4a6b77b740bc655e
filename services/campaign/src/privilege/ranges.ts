type Range = [string, string]

/** Ranges as Postgres takes them, which sorts and merges (CA-25). */
export const multirangeOf = (ranges: readonly (readonly [string, string])[]): string =>
  `{${ranges.map(([from, to]) => `[${from},${to}]`).join()}}`

/** As it gives them back: without their ends. */
export function rangesOf(text: string): Range[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from = '', end = '']) => [
    from,
    String(BigInt(end) - 1n),
  ])
}
