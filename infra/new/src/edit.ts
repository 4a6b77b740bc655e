import { Refusal } from './names.ts'
import type { Tree } from './tree.ts'

type Anchor = string | RegExp

function unexpected(path: string, anchor: Anchor, item: string): Refusal {
  const sought = typeof anchor === 'string' ? anchor : anchor.source
  return new Refusal(`${path} has no "${sought}", to which this was to be added: ${item.trim()}`)
}

function insert(tree: Tree, path: string, anchor: Anchor, lines: string, isAfter: boolean): void {
  tree.edit(path, (text) => {
    const found = typeof anchor === 'string' ? anchor : (text.match(anchor)?.[0] ?? '')
    const at = typeof anchor === 'string' ? text.indexOf(anchor) : text.search(anchor)
    if (at === -1) throw unexpected(path, anchor, lines)
    const place = isAfter ? at + found.length : at
    return text.slice(0, place) + lines + text.slice(place)
  })
}

/** Puts lines in front of what matches. @throws Refusal that names the file, the anchor, and what was to be added */
export function addBefore(tree: Tree, path: string, anchor: Anchor, lines: string): void {
  insert(tree, path, anchor, lines, false)
}

/** Puts lines behind what matches: the first of a list, an object or a block whose bracket the anchor ends with. */
export function addAfter(tree: Tree, path: string, anchor: Anchor, lines: string): void {
  insert(tree, path, anchor, lines, true)
}

/** Adds an item to a list among the properties of a declaration that the formatter has laid out, or the list itself. */
export function addToList(tree: Tree, path: string, declaration: string, list: string, item: string): void {
  const [, inner = ''] = tree.read(path).split(declaration)
  const [property] = inner.match(RegExp(`^  ${list}: .`, 'm')) ?? []
  if (property !== undefined && !property.endsWith('[')) throw unexpected(path, `${list}: [`, item)
  if (property === undefined) addAfter(tree, path, declaration, `\n  ${list}: [${item}],`)
  else addAfter(tree, path, property, `\n${item},`)
}

/** Adds an import of a name after the others, where it is missing; the formatter sorts and joins them. */
export function addImport(tree: Tree, path: string, name: string, from: string): void {
  tree.edit(path, (text) => {
    const imports = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^'\n]+)'\n/gm)]
    const known = imports.find(([, names = '']) => names.split(',').some((one) => one.trim() === name))
    if (known?.[2] === from) return text
    if (known) throw new Refusal(`${path} has another ${name} already, from ${known[2]}`)
    const last = imports.at(-1)
    const at = last === undefined ? 0 : last.index + last[0].length
    return `${text.slice(0, at)}import { ${name} } from '${from}'\n${text.slice(at)}`
  })
}

/** Adds a member to a union of types. */
export function addMember(tree: Tree, path: string, anchor: string, member: string): void {
  const [, rest = ''] = tree.read(path).split(anchor)
  addAfter(tree, path, anchor, `\n  | ${member}${rest.trimStart().startsWith('|') ? '' : ' |'}`)
}
