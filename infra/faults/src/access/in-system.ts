import type { Context } from '../proof.ts'
import { type System, startSystem, withSystem } from '../system.ts'

/** Does something in a whole system of its own, in this process. */
export function inSystem<T>(
  { folder, postgres, say }: Context,
  work: (system: System) => Promise<T>,
): Promise<T> {
  return withSystem(startSystem({ folder, postgres, processes: 'one', say }), say, work)
}
