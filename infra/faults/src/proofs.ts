import { authorisation } from './access/authorisation.ts'
import { fields } from './access/fields.ts'
import { leaks } from './access/leaks.ts'
import { oddClients } from './access/odd-clients.ts'
import { tokens } from './access/tokens.ts'
import { deliveries } from './chain/deliveries.ts'
import { deliveryCrash } from './chain/delivery-crash.ts'
import { movedListings } from './chain/moved-listings.ts'
import { redelivery } from './chain/redelivery.ts'
import { reorganisations } from './chain/reorganisations.ts'
import { crash } from './crash/crash.ts'
import { frozenOnKafka, frozenOnPostgres } from './log/frozen.ts'
import { gapFree } from './log/gap-free.ts'
import { lostCopies } from './log/lost-copies.ts'
import { poisonOnKafka, poisonOnPostgres } from './log/poisoned.ts'
import { repeated } from './log/repeated.ts'
import { suspensionSequences } from './moderation/sequences.ts'
import { sequences } from './money/sequences.ts'
import { network } from './network/network.ts'
import { callbacks } from './payments/callbacks.ts'
import { cardOrders } from './payments/card-orders.ts'
import { listingLimits } from './payments/listing-limits.ts'
import { purchaseLimits } from './payments/purchase-limits.ts'
import { sameKey } from './payments/same-key.ts'
import type { Proof } from './proof.ts'
import { storm } from './storm/storm.ts'

/** All proofs, in the order of their bars. */
export const proofs: readonly Proof[] = [
  sequences,
  suspensionSequences,
  crash,
  deliveryCrash,
  storm,
  gapFree,
  repeated,
  poisonOnPostgres,
  poisonOnKafka,
  lostCopies,
  network,
  frozenOnKafka,
  frozenOnPostgres,
  callbacks,
  cardOrders,
  sameKey,
  purchaseLimits,
  listingLimits,
  movedListings,
  reorganisations,
  redelivery,
  deliveries,
  tokens,
  authorisation,
  fields,
  oddClients,
  leaks,
]

/** @throws Error that names those there are */
export function findProof(id: string): Proof {
  const proof = proofs.find((one) => one.id === id)
  if (proof === undefined)
    throw new Error(`there is no proof ${id}; there are ${proofs.map((one) => one.id).join(', ')}`)
  return proof
}
