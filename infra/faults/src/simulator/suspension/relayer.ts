import { deliveryJob } from '@talad/shipping-payment/delivery/chain'
import { noteDeliveries } from '@talad/shipping-payment/shipping/delivery'
import { Wallet } from 'ethers'
import { type Fate, laneOf, noteFate as noteFateOf, send } from '../lane.ts'
import { RELAYER_KEY } from './services.ts'
import type { World } from './world.ts'

const wallet = new Wallet(RELAYER_KEY)

/** The relayer's key at work, in the process that lives now. */
function relayer({ at: { shipping }, simulation }: World, meanwhile?: () => Promise<void>) {
  const { deps } = shipping
  return laneOf(deps, simulation, {
    queue: 'delivery',
    wallet,
    onChange: (tx, changes) => noteDeliveries(tx, deps, changes),
    settings: { untilDeadline: true },
    ...(meanwhile && { meanwhile }),
  })
}

/** Signs and broadcasts what waits of these purchases. @param meanwhile happens between the look at the queue and the signature */
export const relay = (world: World, shippingIds: readonly string[], meanwhile: () => Promise<void>) =>
  send(relayer(world, meanwhile), shippingIds.map(deliveryJob))

/** What the relayer finds out of a delivery. */
export const noteFate = (world: World, shippingId: string, fate: Fate) =>
  noteFateOf(relayer(world), deliveryJob(shippingId), fate)
