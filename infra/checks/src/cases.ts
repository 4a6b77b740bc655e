import { parseSync, Visitor } from 'oxc-parser'
import { isTest, isTypeScript, listFiles, read } from './files.ts'
import { commonRows, rowsByService } from './rejections.ts'

/** One of the cases that a rule lists: a code that is answered, a state, a reason. */
export type Case = { rule: string; name: string; where: string }

/** What the tests of a rule say, with what else of their files they work with. */
export type Evidence = ReadonlyMap<string, readonly string[]>

const ruleId = /\b[A-Z]{2}-\d+\b/g

/** The codes of all rejections, each under the rule that its row names, and the lists of the contracts. */
export async function casesOf(root: string): Promise<Case[]> {
  const common = await commonRows(root)
  const services = [['_shared', common] as const, ...(await rowsByService(root, common))]
  const codes = services.flatMap(([service, rows]) =>
    Object.entries(rows).flatMap(([name, { rule }]) =>
      rule === undefined ? [] : [{ rule, name, where: `the rejections of ${service}` }],
    ),
  )
  const contracts = (await listFiles(root)).filter((path) => /^proto\/http\/[^.]+\.ts$/.test(path))
  const lists = await Promise.all(contracts.map(async (path) => listsIn(path, await read(root, path))))
  return [...codes, ...lists.flat()]
}

/** The values of each exported `z.enum` over which a comment names a rule. */
function listsIn(path: string, text: string): Case[] {
  const { program, comments } = parseSync(path, text)
  const found: Case[] = []
  new Visitor({
    ExportNamedDeclaration({ start, declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      const above = comments.find((one) => one.end < start && text.slice(one.end, start).trim() === '')
      const [rule] = above?.value.match(ruleId) ?? []
      const value = declaration.declarations[0]?.init
      if (rule === undefined || value?.type !== 'CallExpression') return
      if (text.slice(value.callee.start, value.callee.end) !== 'z.enum') return
      const [list] = value.arguments
      if (list?.type !== 'ArrayExpression') return
      for (const item of list.elements) {
        if (item?.type === 'Literal' && typeof item.value === 'string')
          found.push({ rule, name: item.value, where: path })
      }
    },
  }).visit(program)
  return found
}

type Span = { start: number; end: number }

/** The tests of one file by the rules that their titles start with. */
function testsIn(path: string, text: string): { rules: string[]; says: string }[] {
  const found: (Span & { rules: string[] })[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      const called = text.slice(callee.start, callee.end)
      if (title === undefined || !/^(test|it)\b/.test(called) || called.endsWith('.each')) return
      const written = text.slice(title.start + 1, title.end - 1)
      const [leading = ''] = /^(?:[A-Z]{2}-\d+(?:\s*(?:,|\/|&|and\b)\s*|\s+|:|$))+/.exec(written) ?? []
      found.push({ start, end, rules: leading.match(ruleId) ?? [] })
    },
  }).visit(parseSync(path, text).program)
  const shared = found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  return found.map(({ start, end, rules }) => ({ rules, says: text.slice(start, end) + shared }))
}

/** What is said by all tests whose titles start with a rule. */
export async function evidenceOf(root: string): Promise<Evidence> {
  const evidence = new Map<string, string[]>()
  const files = (await listFiles(root)).filter((path) => isTypeScript(path) && isTest(path))
  for (const path of files) {
    for (const { rules, says } of testsIn(path, await read(root, path)))
      for (const rule of rules) evidence.set(rule, [...(evidence.get(rule) ?? []), says])
  }
  return evidence
}

/** A code stands in a test in either case of its letters. */
export function isNamed({ name }: Case, says: readonly string[]): boolean {
  const escaped = name.replaceAll(/[^\w]/g, '\\$&')
  const named = new RegExp(`(?<![\\w.-])(?:${escaped}|${escaped.toLowerCase()})(?![\\w.-])`)
  return says.some((text) => named.test(text))
}
