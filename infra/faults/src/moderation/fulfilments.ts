import { change, load } from '@talad/shared/stream'
import { shippings } from '@talad/shipping-payment/shipping/stream'
import { holds } from '../proof.ts'
import { admin, answered } from './answers.ts'
import type { Tx } from './chain.ts'
import { insist, type Playing, post } from './play.ts'
import { noteFate, relay } from './relayer.ts'
import { isForbidden } from './suspended.ts'

const FAILS = 0.3

type Signed = { hash: string; job_id: string }

/** What was signed since will be broadcast, and was not known to be suspended (SP-30). */
async function noteSigned(playing: Playing): Promise<void> {
  const { at, chain, contract, purchases, signed } = playing
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

/** The relayer signs what waits; now and then a suspension is heard of between its look and its signature. */
export async function deliver(playing: Playing): Promise<boolean> {
  const { at, chain, mail, purchases, sequence } = playing
  const { random } = sequence
  const before = chain.txs.length
  const ids = purchases.map(({ id }) => id)
  await insist(playing, at.shipping, async (deps) => {
    await noteSigned(playing) // by the process before, which heard of nothing since
    await relay(at, ids, async () => {
      const batch = random() < 0.4 ? mail.shipping.next(random, 4, 'shipping-payment.suspension') : undefined
      await batch?.handle(deps)
      batch?.read()
    })
  })
  await noteSigned(playing)
  return chain.txs.length > before
}

/** What was broadcast gets into a block, or reverts. */
export async function mine(playing: Playing, tx: Tx): Promise<void> {
  const message = playing.chain.include(tx)
  if (message) return post(playing, message)
  await fail(playing, tx)
}

async function fail(playing: Playing, tx: Tx): Promise<void> {
  tx.isDead = true
  playing.trace.push('reverts')
  await insist(playing, playing.at.shipping, () => noteFate(playing.at, tx.shippingId, { is: 'failed' }))
}

/** Past the confirmations: the indexer says so, and the relayer finds it. */
export async function confirm(playing: Playing, tx: Tx): Promise<void> {
  const { at, chain, trace } = playing
  post(playing, chain.confirm(tx))
  const { block } = tx
  if (!block) return
  trace.push('settle')
  const fate = { is: 'mined' as const, block: block.number, blockHash: block.hash }
  await insist(playing, at.shipping, () => noteFate(at, tx.shippingId, fate))
}

/** The chain takes a block back, however deep it lies; what was in it is mined again later, or reverts. */
export async function reorganise(playing: Playing, tx: Tx): Promise<void> {
  const { at, chain, sequence, trace } = playing
  const { block } = tx
  if (!block) return
  post(playing, chain.takeBack(tx))
  trace.push(`reorganise${block.confirmed ? ' deep' : ''}`)
  const fate = { is: 'sent' as const, block: block.number, blockHash: block.hash }
  await insist(playing, at.shipping, () => noteFate(at, tx.shippingId, fate))
  if (sequence.random() < FAILS) await fail(playing, tx)
}

/** LG-18: an admin has a sale reversed whose delivery the chain has taken back for good. */
export async function reverseLost(playing: Playing): Promise<boolean> {
  const { at, chain, purchases, trace } = playing
  let moved = false
  for (const { id } of purchases) {
    const { state } = await load(at.shipping.db, shippings, id)
    const isLost = chain.txs.some((tx) => tx.shippingId === id && tx.isDead)
    if (state?.incident !== 'delivery_lost' || !isLost) continue
    const about = { decision: 'reverse', by: admin.customerId, note: 'gone', delivery: 'lost' } as const
    const command = { type: 'DecideIncident' as const, ...about, version: state.revision, now: at.now() }
    await insist(playing, at.shipping, (deps) => answered(() => change(deps, shippings, id, command)))
    trace.push('reversed')
    moved = true
  }
  return moved
}
