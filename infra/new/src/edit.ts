import { Refusal } from './names.ts'
import type { Tree } from './tree.ts'

const literal = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const expression = /(?<=[(,=:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g

/** The text with its comments, strings and regular expressions blanked out, place for place: what is left is structure. */
function structure(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, /^\/[/*]/.test(found) ? ' ' : '_')
  return text.replace(literal, blank).replace(expression, blank)
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/** Where the bracket at a place is closed; -1 where it isn't. */
function closingOf(bare: string, open: number): number {
  const expected: string[] = []
  for (let at = open; at < bare.length; at++) {
    const char = bare[at] ?? ''
    const closer = closers[char]
    if (closer !== undefined) expected.push(closer)
    else if (char === expected.at(-1)) {
      expected.pop()
      if (expected.length === 0) return at
    }
  }
  return -1
}

type Block = { open: number; close: number }

/** The brackets that an anchor ends with. @throws Refusal that names the file, the anchor, and what was to be added */
function blockAt(path: string, text: string, anchor: string, item: string): Block {
  const at = text.indexOf(anchor)
  const open = at + anchor.length - 1
  const close = at === -1 ? -1 : closingOf(structure(text), open)
  if (close === -1) throw unexpected(path, anchor, item)
  return { open, close }
}

function unexpected(path: string, anchor: string, item: string): Refusal {
  return new Refusal(`${path} has no "${anchor}", to which this was to be added: ${item.trim()}`)
}

/** Puts one more item, after a comma where one is needed, before the bracket that closes. */
function appendItem(text: string, { open, close }: Block, item: string): string {
  const bare = structure(text)
  let last = close - 1
  while (/\s/.test(bare[last] ?? '')) last--
  const comma = last === open || bare[last] === ',' ? '' : ','
  const end = text.slice(last + 1, close)
  return `${text.slice(0, last + 1)}${comma}${end.trimEnd()}\n${item},\n${text.slice(close)}`
}

/** Adds an item to the list, object or arguments whose bracket the anchor ends with. */
export function addItem(tree: Tree, path: string, anchor: string, item: string): void {
  tree.edit(path, (text) => appendItem(text, blockAt(path, text, anchor, item), item))
}

/** Adds statements at the end of the block whose bracket the anchor ends with; before its last `return`, if asked so. */
export function addStatements(
  tree: Tree,
  path: string,
  anchor: string,
  lines: string,
  before?: string,
): void {
  tree.edit(path, (text) => {
    const { open, close } = blockAt(path, text, anchor, lines)
    const at = before === undefined ? close : text.lastIndexOf(before, close)
    if (at < open) throw unexpected(path, before ?? anchor, lines)
    return `${text.slice(0, at)}${lines}\n${text.slice(at)}`
  })
}

/** Adds an item to a list among the properties of an object, and the list where there is none. */
export function addToList(tree: Tree, path: string, object: string, list: string, item: string): void {
  tree.edit(path, (text) => {
    const block = blockAt(path, text, object, item)
    const found = propertyOf(structure(text), block, list)
    if (found === undefined) return appendItem(text, block, `${list}: [${item}]`)
    const close = text[found] === '[' ? closingOf(structure(text), found) : -1
    if (close === -1) throw unexpected(path, `${list}: [`, item)
    return appendItem(text, { open: found, close }, item)
  })
}

/** Where the value of an object's own property begins. */
function propertyOf(bare: string, { open, close }: Block, name: string): number | undefined {
  const property = new RegExp(`(?<=[{,]\\s*)${name}:\\s*`, 'y')
  for (let at = open + 1; at < close; at++) {
    if (closers[bare[at] ?? ''] !== undefined) at = closingOf(bare, at)
    property.lastIndex = at
    const found = property.exec(bare)
    if (found) return at + found[0].length
  }
  return undefined
}

/** Adds an import of names after the others, where they are missing; the formatter sorts and joins them. */
export function addImport(tree: Tree, path: string, names: readonly string[], from: string): void {
  tree.edit(path, (text) => {
    const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^'\n]+)'\n/gm)]
    const known = new Map(
      imports.flatMap(([, list = '', source]) =>
        list.split(',').map((name) => [name.trim(), source] as const),
      ),
    )
    for (const name of names)
      if (known.has(name) && known.get(name) !== from)
        throw new Refusal(`${path} has another ${name} already, from ${known.get(name)}`)
    const missing = names.filter((name) => !known.has(name))
    if (missing.length === 0) return text
    const last = imports.at(-1)
    const at = last === undefined ? 0 : last.index + last[0].length
    return `${text.slice(0, at)}import { ${missing.join(', ')} } from '${from}'\n${text.slice(at)}`
  })
}

/** Puts lines in front of an anchor. */
export function addBefore(tree: Tree, path: string, anchor: RegExp, lines: string): void {
  tree.edit(path, (text) => {
    const at = text.search(anchor)
    if (at === -1) throw unexpected(path, anchor.source, lines)
    return `${text.slice(0, at)}${lines}${text.slice(at)}`
  })
}

/** Adds a member to a union of types. */
export function addMember(tree: Tree, path: string, anchor: string, member: string): void {
  tree.edit(path, (text) => {
    const at = text.indexOf(anchor)
    if (at === -1) throw unexpected(path, anchor, member)
    const rest = text.slice(at + anchor.length)
    const others = rest.trimStart().startsWith('|') ? rest : ` | ${rest.trimStart()}`
    return `${text.slice(0, at + anchor.length)}\n  | ${member}${others}`
  })
}
