import { inWorld } from '../in-world.ts'
import type { Proof } from '../proof.ts'
import { contentTypesAreChecked } from './content-types.ts'
import { holdsOut } from './slow.ts'

const FULL = 1_000
const FULL_SECONDS = 60
const LEAST_SECONDS = 3

export const oddClients: Proof = {
  id: 'B28',
  title:
    'A bad body is refused whatever its content type is called, and slow connections for a minute leave health answered within a second',
  size: FULL,
  unit: 'slow connections',
  limitMinutes: 20,
  alone: true,
  run: (context) =>
    inWorld(context, 'one', async (system, world) => {
      const types = await contentTypesAreChecked(system, world)
      const seconds = Math.max(LEAST_SECONDS, Math.round((FULL_SECONDS * context.size) / FULL))
      const url = system.run.gateway
      const siege = { url, connections: context.size, seconds, say: context.say }
      return { ...types, ...(await holdsOut(siege)) }
    }),
  found: [],
}
