const WIDTH = 400

/** JSON whose objects and lists stand on one line where they are short: a change of one field is a line in a diff. */
export function written(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || (indent !== '' && line.length < WIDTH)) return line
  const inner = `${indent} `
  const parts = Array.isArray(value)
    ? value.map((one) => inner + written(one, inner))
    : Object.entries(value).map(([name, one]) => `${inner}${JSON.stringify(name)}:${written(one, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}
