import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { read } from './files.ts'

export const registerPath = 'docs/rules.md'

const FIRST_WORDS = 12

/** From a rule's id to the first words of its decision, in the register's order; empty where there is no register. */
export async function readRegister(root: string): Promise<Map<string, string>> {
  const rules = new Map<string, string>()
  if (!existsSync(join(root, registerPath))) return rules
  for (const line of (await read(root, registerPath)).split('\n')) {
    const entry = /^- \*\*([A-Z]{2}-\d+)\*\*(.*)$/.exec(line)
    if (entry?.[1] === undefined || entry[2] === undefined) continue
    rules.set(entry[1], firstWords(entry[2]))
  }
  return rules
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
