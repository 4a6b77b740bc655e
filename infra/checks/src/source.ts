import { parseSync, Visitor } from 'oxc-parser'

export type Import = {
  specifier: string
  line: number
  /** `static` is loaded with the file, `dynamic` when it is reached, `type` never. */
  kind: 'static' | 'dynamic' | 'type'
}
export type Marked = { text: string; line: number }

/** What the guards need to know of one TypeScript file. */
export type Source = {
  imports: Import[]
  comments: Marked[]
  /** Titles of `test(…)` and `it(…)`, of `test.each(…)(…)` too. */
  titles: Marked[]
  /** Dotted names read, such as `process.env`; a call of `new Date()` without arguments stands as `new Date`. */
  names: Marked[]
  /** Words in capitals that stand as a value: neither a type, nor only compared with. */
  constants: Marked[]
}

const constant = /^[A-Z][A-Z0-9_]+$/

/** Parses one file. Throws when it isn't TypeScript that the parser understands. */
export function parse(path: string, text: string): Source {
  const result = parseSync(path, text)
  const fault = result.errors[0]
  if (fault !== undefined) throw new Error(`${path}: ${fault.message}`)
  const lineAt = lineFinder(text)
  const titles: Marked[] = []
  const names: Marked[] = []
  const constants: Marked[] = []
  const notValues = new Set<number>()
  const imports = moduleImports(result.module, text, lineAt)
  new Visitor({
    TSImportType(node) {
      imports.push({ specifier: node.source.value, line: lineAt(node.start), kind: 'type' })
    },
    CallExpression(node) {
      const callee = text.slice(node.callee.start, node.callee.end)
      const title = node.arguments[0]
      if (title === undefined || !/^(test|it)\b/.test(callee) || callee.endsWith('.each')) return
      if (title.type === 'Literal' && typeof title.value === 'string') {
        titles.push({ text: title.value, line: lineAt(title.start) })
      } else if (title.type === 'TemplateLiteral') {
        titles.push({ text: text.slice(title.start + 1, title.end - 1), line: lineAt(title.start) })
      }
    },
    TSLiteralType(node) {
      notValues.add(node.literal.start)
    },
    BinaryExpression(node) {
      if (/^[!=]=/.test(node.operator)) notValues.add(node.left.start).add(node.right.start)
    },
    Literal(node) {
      if (notValues.has(node.start) || typeof node.value !== 'string' || !constant.test(node.value)) return
      constants.push({ text: node.value, line: lineAt(node.start) })
    },
    MemberExpression(node) {
      names.push({ text: text.slice(node.start, node.end), line: lineAt(node.start) })
    },
    NewExpression(node) {
      const callee = text.slice(node.callee.start, node.callee.end)
      if (node.arguments.length === 0) names.push({ text: `new ${callee}`, line: lineAt(node.start) })
    },
  }).visit(result.program)
  const comments = result.comments.map(({ value, start }) => ({ text: value, line: lineAt(start) }))
  return { imports, comments, titles, names, constants }
}

type Module = ReturnType<typeof parseSync>['module']

function moduleImports(module: Module, text: string, lineAt: (offset: number) => number): Import[] {
  const found: Import[] = []
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const onlyTypes = entries.length > 0 && entries.every((entry) => entry.isType)
    found.push({ specifier: moduleRequest.value, line: lineAt(start), kind: onlyTypes ? 'type' : 'static' })
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest === null) continue
      found.push({ specifier: moduleRequest.value, line: lineAt(start), kind: isType ? 'type' : 'static' })
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const specifier = text.slice(moduleRequest.start, moduleRequest.end).replace(/^['"`]|['"`]$/g, '')
    found.push({ specifier, line: lineAt(start), kind: 'dynamic' })
  }
  return found
}

/** Returns the function from an offset to its line, counted from 1. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) > offset) high = middle
      else low = middle + 1
    }
    return low
  }
}
