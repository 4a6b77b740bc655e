import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@talad/shared/manifest'
import { isTest, isTypeScript, listFiles, read } from '../files.ts'
import type { Guard } from '../guard.ts'
import { POLICIES, policiesPage } from '../policies-table.ts'

type Contracts = readonly Pick<Manifest, 'contract'>[]

/** ID-29, AW-14: `act` has people sign in again for what takes a fresh sign-in, `call` only refuses them. */
async function unfreshCalls(root: string, manifests: Contracts): Promise<string[]> {
  const calls = manifests.flatMap(({ contract }) => Object.values(contract))
  const fresh = new Set(calls.flatMap(({ auth, name }) => ('fresh' in auth && auth.fresh ? [name] : [])))
  const problems: string[] = []
  for (const path of await listFiles(root)) {
    if (!/^(admin-)?web\//.test(path) || !isTypeScript(path) || isTest(path)) continue
    for (const [, name = ''] of (await read(root, path)).matchAll(/\bcall\(\s*(?:\w+\.)?(\w+),/g))
      if (fresh.has(name)) problems.push(`${path}: ${name} takes a fresh sign-in; call it by act`)
  }
  return problems
}

/** The page of all policies says what the contracts say, and the apps call by them. */
export function policiesTable(manifests: Contracts): Guard {
  return {
    name: 'policies',
    inspect: async (root) => {
      const page = existsSync(join(root, POLICIES)) ? await read(root, POLICIES) : ''
      const isFresh = page === policiesPage(manifests)
      const stale = isFresh ? [] : [`${POLICIES} is stale: npm run rules -- --write`]
      return { problems: [...stale, ...(await unfreshCalls(root, manifests))] }
    },
  }
}
