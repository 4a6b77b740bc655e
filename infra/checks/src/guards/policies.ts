import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@talad/shared/manifest'
import { read } from '../files.ts'
import type { Guard } from '../guard.ts'
import { POLICIES, policiesPage } from '../policies-table.ts'

/** The page of all policies says what the contracts say. */
export function policiesTable(manifests: readonly Pick<Manifest, 'contract'>[]): Guard {
  return {
    name: 'policies',
    inspect: async (root) => {
      const page = existsSync(join(root, POLICIES)) ? await read(root, POLICIES) : ''
      const isFresh = page === policiesPage(manifests)
      return { problems: isFresh ? [] : [`${POLICIES} is stale: npm run rules -- --write`] }
    },
  }
}
