import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { command, verdictOf } from '../command.ts'
import { read } from '../files.ts'
import { isFresh, products } from '../generate.ts'
import type { Guard } from '../guard.ts'

/**
 * What programs wrote equals what they would write now: the messages and the database clients, which git doesn't hold, and
 * the contracts' ABIs, which it does.
 */
export const generated: Guard = {
  name: 'generated',
  inspect: async (root) => {
    const found = await Promise.all([notCommitted(root), contracts(root)])
    return { problems: found.flat() }
  },
}

async function notCommitted(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const product of await products(root)) {
    const { output } = product
    const fresh = await isFresh(root, product)
    if (!fresh) problems.push(`${output} is not what its source gives now: npm run generate`)
    const held = await command('git', ['ls-files', '--', output], { cwd: root })
    if (held.output !== '') problems.push(`${output} is in git, though npm ci makes it: git rm -r --cached`)
  }
  return problems
}

const scripts = z.object({ scripts: z.record(z.string(), z.string()).default({}) })

/** Their compilers take ten seconds, too long for every installation. */
async function contracts(root: string): Promise<string[]> {
  if (!existsSync(join(root, 'contracts/package.json'))) return []
  const { scripts: own } = scripts.parse(JSON.parse(await read(root, 'contracts/package.json')))
  if (own.compile === undefined) return []
  return verdictOf('npm', ['run', '--silent', 'compile', '-w', 'contracts', '--', '--check'], { cwd: root })
}
