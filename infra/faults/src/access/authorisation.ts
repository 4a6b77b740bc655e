import { inWorld } from '../in-world.ts'
import type { Proof } from '../proof.ts'
import { matrix } from './matrix.ts'
import { others } from './others.ts'

export const authorisation: Proof = {
  id: 'B25',
  title:
    'Every route of every service, the gateway and each one directly, answers every kind of caller as its policy says, and no caller gets at what belongs to another; a route without a policy keeps its service from starting',
  size: 1,
  unit: 'whole matrix',
  limitMinutes: 20,
  run: (context) =>
    inWorld(context, 'one', async (system, world) => {
      const all = await matrix(system)
      context.say(JSON.stringify(all))
      return { ...all, ...(await others(system, world)) }
    }),
  found: [
    'A route could be added to a service without saying who may call it, and then everybody could. The kit refuses such a route now when it is registered, and puts the policy before every route itself.',
  ],
}
