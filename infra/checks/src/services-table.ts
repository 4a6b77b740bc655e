import type { Manifest } from '@talad/shared/manifest'
import { tableOf, withTable } from './rules-table.ts'

/** What the README of the whole tells of each service: its manifest's words. */
type Told = Pick<Manifest, 'name' | 'description'>

/** The README with the table of services; undefined when it has no place for one. */
export function withServices(readme: string, manifests: readonly Told[]): string | undefined {
  const rows = manifests.map(({ name, description }) => [`[services/${name}](services/${name})`, description])
  return withTable(readme, tableOf(['Service', 'What it does'], rows), 'services')
}
