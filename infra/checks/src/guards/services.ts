import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@talad/shared/manifest'
import { read } from '../files.ts'
import type { Guard } from '../guard.ts'
import { sameTable } from '../rules-table.ts'
import { withServices } from '../services-table.ts'

const README = 'README.md'
const remedy = 'npm run rules -- --write'

/** The table of services in the README says what their manifests say. */
export function servicesTable(manifests: readonly Pick<Manifest, 'name' | 'description'>[]): Guard {
  return {
    name: 'services',
    inspect: async (root) => {
      if (!existsSync(join(root, README))) return { problems: [] }
      const readme = await read(root, README)
      const fresh = withServices(readme, manifests)
      if (fresh === undefined) return { problems: [`${README} has no table of services`] }
      return {
        problems: sameTable(fresh, readme) ? [] : [`${README}: its table of services is stale: ${remedy}`],
      }
    },
  }
}
