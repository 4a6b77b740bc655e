import { change, load } from '@talad/shared/stream'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { holds } from '../../proof.ts'
import { answerOf } from '../simulation.ts'
import type { Tx } from './chain.ts'
import { noteFate, relay } from './relayer.ts'
import { admin, isForbidden, type World } from './world.ts'

const FAILS = 0.3

type Signed = { hash: string; job_id: string }

/** What was signed since will be broadcast, and was not known to be suspended (SP-30). */
async function noteSigned(world: World): Promise<void> {
  const { at, chain, contract, purchases, signed } = world
  const { rows } = await at.shipping.db.query<Signed>({
    name: 'signed',
    text: `select hash, job_id from kit.chain_tx_attempt where job_id = any($1) and not filler order by seq`,
    values: [purchases.map(({ id }) => `delivery:${id}`)],
  })
  for (const { hash, job_id: job } of rows.filter((one) => !signed.has(one.hash))) {
    const purchase = purchases.find(({ id }) => job === `delivery:${id}`)
    if (!purchase) continue
    const { id: shippingId, terms } = purchase
    signed.add(hash)
    const forbidden = await isForbidden(at.shipping.db, contract, BigInt(terms.tokenId))
    holds(!forbidden, `the delivery of ${terms.tokenId} was signed after its suspension was known`)
    chain.add({ shippingId, txHash: hash, terms })
  }
}

/** The relayer signs what waits; now and then a suspension is consumed between its look and its signature. */
export async function deliver(world: World): Promise<boolean> {
  const { at, chain, purchases, simulation } = world
  const before = chain.txs.length
  const ids = purchases.map(({ id }) => id)
  await simulation.perform(at.shipping, async () => {
    await noteSigned(world) // by the process before, which has consumed nothing since
    await relay(world, ids, async () => {
      const known = simulation.random() < 0.4 // what was published, but not read yet
      const batch = known ? at.shipping.next(simulation.random, 'shipping-payment.suspension') : undefined
      await batch?.handle()
      batch?.done()
    })
  })
  await noteSigned(world)
  return chain.txs.length > before
}

/** What was broadcast gets into a block, or reverts. */
export async function mine(world: World, tx: Tx): Promise<void> {
  const message = world.chain.include(tx)
  if (message) return world.simulation.send(message)
  await fail(world, tx)
}

async function fail(world: World, tx: Tx): Promise<void> {
  const { at, simulation } = world
  tx.isDead = true
  simulation.trace.push('reverts')
  await simulation.perform(at.shipping, () => noteFate(world, tx.shippingId, { is: 'failed' }))
}

/** Past the confirmations: the indexer says so, and the relayer finds it. */
export async function confirm(world: World, tx: Tx): Promise<void> {
  const { at, chain, simulation } = world
  simulation.send(chain.confirm(tx))
  const { block } = tx
  if (!block) return
  const fate = { is: 'mined' as const, block: block.number, blockHash: block.hash }
  await simulation.perform(at.shipping, () => noteFate(world, tx.shippingId, fate))
}

/** The chain takes a block back, however deep it lies; what was in it is mined again later, or reverts. */
export async function reorganise(world: World, tx: Tx): Promise<void> {
  const { at, chain, simulation } = world
  const { block } = tx
  if (!block) return
  simulation.send(chain.takeBack(tx))
  simulation.trace.push(block.confirmed ? 'of a confirmed block' : 'of a block')
  const fate = { is: 'sent' as const, block: block.number, blockHash: block.hash }
  await simulation.perform(at.shipping, () => noteFate(world, tx.shippingId, fate))
  if (simulation.random() < FAILS) await fail(world, tx)
}

/** LG-18: an admin has a sale reversed whose delivery the chain has taken back for good. */
export async function reverseLost(world: World): Promise<boolean> {
  const { at, chain, purchases, simulation } = world
  let moved = false
  for (const { id } of purchases) {
    const { state } = await load(at.shipping.db, shippings, id)
    const isLost = chain.txs.some((tx) => tx.shippingId === id && tx.isDead)
    if (state?.incident !== 'delivery_lost' || !isLost) continue
    const about = { decision: 'reverse', by: admin.customerId, note: 'gone', delivery: 'lost' } as const
    const command = {
      type: 'DecideIncident' as const,
      ...about,
      version: state.revision,
      now: simulation.now(),
    }
    const work = () => change(at.shipping.deps, shippings, id, command)
    await simulation.perform(at.shipping, () => answerOf(work))
    simulation.trace.push('reversed')
    moved = true
  }
  return moved
}
