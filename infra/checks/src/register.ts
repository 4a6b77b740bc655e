import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { read } from './files.ts'

export const registerPath = 'docs/rules.md'

const FIRST_WORDS = 12
const ENTRY = /^- \*\*([A-Z]{2}-\d+)\*\*(.*)$/

/** From a rule's id to the first words of its decision, in the register's order; empty where there is no register. */
export async function readRegister(root: string): Promise<Map<string, string>> {
  const rules = new Map<string, string>()
  if (!existsSync(join(root, registerPath))) return rules
  for (const line of (await read(root, registerPath)).split('\n')) {
    const entry = ENTRY.exec(line)
    if (entry?.[1] === undefined || entry[2] === undefined) continue
    rules.set(entry[1], firstWords(entry[2]))
  }
  return rules
}

/** Rules that stand in the register more than once: of two texts nobody knows which holds. */
export async function doubledRules(root: string): Promise<string[]> {
  if (!existsSync(join(root, registerPath))) return []
  const seen = new Map<string, number>()
  const lines = (await read(root, registerPath)).split('\n')
  return lines.flatMap((line, index) => {
    const id = ENTRY.exec(line)?.[1]
    if (id === undefined) return []
    const first = seen.get(id)
    if (first === undefined) seen.set(id, index + 1)
    return first === undefined ? [] : [`${registerPath}:${index + 1} has ${id} again, as in line ${first}`]
  })
}

function firstWords(entry: string): string {
  const decision = /→ \*\*(.+?)\*\*/.exec(entry)?.[1] ?? entry
  const words = decision.replaceAll('|', '/').replaceAll('`', '').trim().split(/\s+/)
  return words.length > FIRST_WORDS ? `${words.slice(0, FIRST_WORDS).join(' ')} …` : words.join(' ')
}

/** Matches any id that belongs to a family of the register, such as every `LG-…`. */
export function idPattern(register: Map<string, string>): RegExp {
  const families = new Set([...register.keys()].map((id) => id.split('-')[0]))
  return new RegExp(`\\b(?:${[...families].join('|')})-\\d+\\b`, 'g')
}
