import { openWorld, type World, worldSettings } from '@talad/calls/world'
import type { Context } from './proof.ts'
import { type System, type SystemOptions, startSystem, withSystem } from './system.ts'

/** Does something with a whole system of its own, on which each row of the book can be made ready. */
export function inWorld<T>(
  { folder, postgres, say }: Context,
  processes: SystemOptions['processes'],
  work: (system: System, world: World) => Promise<T>,
): Promise<T> {
  const starting = startSystem({ folder, postgres, processes, say, services: worldSettings })
  return withSystem(starting, say, async (system) => {
    const cardSecret = system.service('shipping-payment').env.CHILLPAY_MD5_SECRET ?? ''
    const world = await openWorld({ run: system.run, cardSecret })
    return work(system, world).finally(() => world.close())
  })
}
