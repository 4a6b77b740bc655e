import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { parseSync } from 'oxc-parser'
import type { Mutant } from './proof.ts'

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Object(value).type === 'string'

/** Names of other things' parts, which nobody has to declare. */
const isPart = (node: Node, key: string) =>
  (key === 'property' || key === 'key') && node.computed !== true && node.shorthand !== true

/** What the parts of a node that declare names are called. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
}

/**
 * The names that a program uses although neither it nor the platform declares them. Scopes are not told apart, and types
 * are not looked at: enough to compare two programs that are almost the same.
 * @throws Error when it is no program
 */
function strangers(file: string, text: string): Set<string> {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const [used, declared] = [new Set<string>(), new Set<string>()]
  const walk = (value: unknown, declares: boolean): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, declares)
    if (!isNode(value)) return
    if (value.type === 'Identifier') (declares ? declared : used).add(String(value.name))
    if (value.type.startsWith('TSType') || value.type === 'TSInterfaceDeclaration') return
    for (const [key, part] of Object.entries(value)) {
      if (isPart(value, key)) continue
      // in a pattern, all but what stands in for a missing value
      const isPattern = declares && !(value.type === 'AssignmentPattern' && key === 'right')
      walk(part, isPattern || DECLARING[value.type]?.includes(key) === true)
    }
  }
  walk(program, false)
  return new Set([...used].filter((name) => !declared.has(name) && !(name in globalThis)))
}

/**
 * @throws Error when the place of a fault is gone, or what it makes is no program, or names what is not there: a run that
 * ends for that reason would pass for a fault found
 */
export async function checkPlace({ name, edit }: Mutant): Promise<void> {
  if (edit === undefined) return
  const { file, find, replace } = edit
  const source = await readFile(join(root, file), 'utf8')
  if (!source.includes(find)) throw new Error(`the fault ${name} has no place: ${file} has no ${find}`)
  if (!file.endsWith('.ts')) return
  const before = strangers(file, source)
  const mutated = strangers(
    file,
    source.replace(find, () => replace),
  )
  const unknown = [...mutated].filter((one) => !before.has(one))
  if (unknown.length > 0)
    throw new Error(`the fault ${name} names what is not there: ${file} has no ${unknown.join(', ')}`)
}
