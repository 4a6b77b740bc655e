import type { Proof } from '../proof.ts'
import { contentTypes, contentTypesAreChecked } from './content-types.ts'
import { inSystem } from './in-system.ts'
import { limitsAreSeparate } from './limits.ts'
import { holdsOut } from './slow.ts'

const FULL = 1_000
const FULL_SECONDS = 60
const LEAST_SECONDS = 3
const _small = { size: 100 }

export const oddClients: Proof = {
  id: 'B28',
  title:
    'A bad body is refused whatever its content type is called, two clients behind the gateway have limits of their own, and slow connections for a minute leave health answered within a second',
  size: FULL,
  unit: 'slow connections',
  limitMinutes: 20,
  alone: true,
  run: (context) =>
    inSystem(context, async (system) => {
      const types = await contentTypesAreChecked(system, contentTypes.length)
      const limits = await limitsAreSeparate(system)
      const seconds = Math.max(LEAST_SECONDS, Math.round((FULL_SECONDS * context.size) / FULL))
      const url = system.run.gateway
      const siege = { url, connections: context.size, seconds, say: context.say }
      return { ...types, ...limits, ...(await holdsOut(siege)) }
    }),
  found: [],
}
