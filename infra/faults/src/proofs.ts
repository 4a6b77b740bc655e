import { authorisation } from './access/authorisation.ts'
import { fields } from './access/fields.ts'
import { leaks } from './access/leaks.ts'
import { sessions } from './access/sessions.ts'
import { movedListings } from './chain/moved-listings.ts'
import { redelivery } from './chain/redelivery.ts'
import { reorganisations } from './chain/reorganisations.ts'
import { networkChaos, processChaos } from './chaos/chaos.ts'
import { crash } from './crash/crash.ts'
import { gapFree } from './log/gap-free.ts'
import { repeated } from './log/repeated.ts'
import { mintsOnce } from './mints/mints.ts'
import { sameKey } from './payments/same-key.ts'
import type { Proof } from './proof.ts'
import { simulator } from './simulator/simulator.ts'

/** All proofs, in the order of their bars. */
export const proofs: readonly Proof[] = [
  simulator,
  crash,
  processChaos,
  gapFree,
  repeated,
  networkChaos,
  sameKey,
  movedListings,
  reorganisations,
  redelivery,
  mintsOnce,
  sessions,
  authorisation,
  fields,
  leaks,
]

/** @throws Error that names those there are */
export function findProof(id: string): Proof {
  const proof = proofs.find((one) => one.id === id)
  if (proof === undefined)
    throw new Error(`there is no proof ${id}; there are ${proofs.map((one) => one.id).join(', ')}`)
  return proof
}
