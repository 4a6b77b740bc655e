import { parseSync, Visitor } from 'oxc-parser'

type Range = { from: number; to: number }
export type Enclosing = Range & { name: string; parameters: string[] }
export type Called = Range & {
  /** as written: `deps.db.query` */
  callee: string
  text: string
  /** strings within the call, templates without their values */
  literals: string[]
  /** the nearest function with a name around it */
  within: Enclosing | undefined
}
export type Code = {
  calls: Called[]
  /** names that the file declares as functions */
  declared: ReadonlySet<string>
  /** names that it imports, with what they are called where they come from, and where that is */
  imported: ReadonlyMap<string, { name: string; from: string }>
}

type Spot = { start: number; end: number }

function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const after = starts.findIndex((start) => start > offset)
    return after === -1 ? starts.length : after
  }
}

/** The calls of a TypeScript file. @throws Error when it can't be parsed */
export function readCode(file: string, text: string): Code {
  const { program, errors, module } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const lineAt = lineFinder(text)
  const functions: (Spot & Enclosing)[] = []
  const calls: (Spot & Pick<Called, 'callee'>)[] = []
  const strings: (Spot & { value: string })[] = []
  const note = (name: string, node: Spot & { params: readonly Spot[] }) => {
    const parameters = node.params.map(({ start, end }) => /^\w+/.exec(text.slice(start, end))?.[0] ?? '')
    functions.push({ ...node, name, parameters, from: lineAt(node.start), to: lineAt(node.end - 1) })
  }
  new Visitor({
    FunctionDeclaration: (node) => note(node.id?.name ?? '', { ...node }),
    VariableDeclarator(node) {
      if (node.init?.type === 'ArrowFunctionExpression' && node.id.type === 'Identifier')
        note(node.id.name, { start: node.start, end: node.end, params: node.init.params })
    },
    CallExpression(node) {
      const callee = text.slice(node.callee.start, node.callee.end).replace(/\s+/g, '')
      calls.push({ start: node.start, end: node.end, callee })
    },
    Literal(node) {
      if (typeof node.value === 'string')
        strings.push({ start: node.start, end: node.end, value: node.value })
    },
    TemplateLiteral(node) {
      const value = node.quasis.map(({ value }) => value.raw).join('…')
      strings.push({ start: node.start, end: node.end, value })
    },
  }).visit(program)
  const isIn = (inner: Spot, outer: Spot) => outer.start <= inner.start && inner.end <= outer.end
  const imported = new Map(
    module.staticImports.flatMap(({ entries, moduleRequest: { value: from } }) =>
      entries.map(({ localName, importName }) => [
        localName.value,
        { name: importName.name ?? localName.value, from },
      ]),
    ),
  )
  const declared = new Set(functions.map(({ name }) => name))
  const found = calls.map((call) => ({
    callee: call.callee,
    text: text.slice(call.start, call.end),
    from: lineAt(call.start),
    to: lineAt(call.end - 1),
    literals: strings.filter((one) => isIn(one, call)).map(({ value }) => value),
    within: functions.filter((one) => isIn(call, one)).sort((a, b) => b.start - a.start)[0],
  }))
  return { calls: found, declared, imported }
}
