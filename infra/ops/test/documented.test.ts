import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@talad/dev/config'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { addCommands } from '../src/command-line.ts'

const program = new Command('talad')
addCommands(program, () => async () => undefined, {})

/** Whether there is such a command, and where it has parts, such a part of it. */
function isKnown(name: string, part: string | undefined): boolean {
  const command = program.commands.find((one) => one.name() === name)
  if (!command) return false
  const parts = command.commands.map((one) => one.name())
  return parts.length === 0 || part === undefined || parts.includes(part)
}

/** The commands that files speak of, as `<file>: <command>`, where there is none of that name. */
function unknownIn(pattern: string, spoken: RegExp): { found: number; unknown: string[] } {
  const unknown: string[] = []
  let found = 0
  for (const file of globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })) {
    for (const [, name = '', part] of readFileSync(join(root, file), 'utf8').matchAll(spoken)) {
      found += 1
      if (!isKnown(name, part)) unknown.push(`${file}: ${name} ${part ?? ''}`)
    }
  }
  return { found, unknown }
}

test('each command of operators that a page or an answer names can be called so', () => {
  const pages = unknownIn(
    '{.,docs,services/*,infra/*}/*.md',
    /(?:`|run )talad(?: --)? ([a-z][\w-]*)(?: ([a-z][\w-]*))?/g,
  )
  const answers = unknownIn(
    'infra/ops/src/commands/*.ts',
    /"([a-z][\w-]*) (list|show|retry|drop|grant|revoke|settle|thaw|card|payout|balances|settlements)\b/g,
  )
  expect([...pages.unknown, ...answers.unknown]).toEqual([])
  expect(pages.found).toBeGreaterThan(20)
  expect(answers.found).toBeGreaterThan(3)
})
