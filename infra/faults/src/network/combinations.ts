import { serviceNames } from '@talad/services/manifests'
import { shuffled } from '../shuffled.ts'
import { type Fault, faults } from './faults.ts'
import { type Dependency, dependencies } from './system.ts'

/** One round: what fails, and how. */
export type Combination = { dependency: Dependency; fault: Fault }

/** Every fault at every dependency. */
export const combinations: readonly Combination[] = dependencies.flatMap((dependency) =>
  faults.map((fault) => ({ dependency, fault })),
)

/**
 * @returns so many rounds in an order by chance; all combinations before any comes again, and among any five that
 * begin a row all dependencies and all faults
 */
export function drawRounds(count: number, random: () => number): Combination[] {
  const [rows, columns] = [shuffled(dependencies, random), shuffled(faults, random)]
  return Array.from({ length: count }, (_, index) => {
    const shift = Math.floor(index / rows.length) + index
    const [dependency, fault] = [rows[index % rows.length], columns[shift % columns.length]]
    if (dependency === undefined || fault === undefined) throw new Error('there is nothing to draw from')
    return { dependency, fault }
  })
}

/** Services whose readiness says so when a dependency can't be reached at all. */
export function unreadyWithout({ dependency, fault }: Combination): string[] {
  if (fault !== 'cut' && fault !== 'time-out') return []
  if (dependency === 'chain RPC') return ['shipping-payment', 'asset-indexer']
  return dependency === 'Postgres' ? [...serviceNames] : []
}
