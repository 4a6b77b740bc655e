import {
  bought,
  cancel,
  type DeliveryHarness,
  ended,
  type Job,
  job,
  type Purchase,
  replaceFrom,
  SEND,
  standsElsewhere,
} from './delivery-harness.ts'
import type { Choice, Fault } from './rpc-proxy.ts'
import { RELAYER } from './test-chain.ts'

/** One purchase and what happens to its delivery, until that has ended. It goes on while the shop dies and comes back. */
export type Trouble = (harness: DeliveryHarness) => Promise<void>

const doing =
  (method: string, fault: Fault): Choice =>
  (asked) =>
    asked === method ? fault : undefined

/** The node takes nothing for so long that an empty transfer has to free the nonce. */
const refused: Trouble = async (harness) => {
  harness.misbehave(doing(SEND, 'refused'))
  const purchase = await bought(harness)
  await job(harness, purchase, 'gives way to an empty transfer', ({ attempts }) =>
    attempts.some(({ filler }) => filler),
  )
  harness.misbehave()
  await ended(harness, purchase)
}

const underpriced: Trouble = async (harness) => {
  harness.misbehave(doing(SEND, 'underpriced'))
  const purchase = await bought(harness)
  await job(harness, purchase, 'offers more', ({ attempts }) => attempts.length > 1)
  harness.misbehave()
  await ended(harness, purchase)
}

/** No block comes for so long that the fee is raised. */
const slow: Trouble = async (harness) => {
  const purchase = await harness.miner.hold(async () => {
    const one = await bought(harness)
    await job(harness, one, 'is replaced', ({ attempts }) => attempts.length > 1)
    return one
  })
  await ended(harness, purchase)
}

/** The node doesn't say what the delivery would cost. */
const unasked: Trouble = async (harness) => {
  harness.misbehave(doing('eth_estimateGas', 'internal error'))
  const purchase = await bought(harness)
  await job(harness, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  harness.misbehave()
  await ended(harness, purchase)
}

/** The node takes it and never says so: the block tells. */
const unanswered: Trouble = async (harness) => {
  harness.misbehave(doing(SEND, 'cut after'))
  const purchase = await bought(harness)
  await ended(harness, purchase)
  harness.misbehave()
}

/** Somebody else uses the key, and the nonce. @returns the block in which they did */
async function usurped(harness: DeliveryHarness): Promise<{ purchase: Purchase; block: number; end: Job }> {
  const { chain } = harness
  harness.misbehave(doing(SEND, 'cut before'))
  const { purchase, block, nonce } = await harness.miner.hold(async () => {
    const one = await bought(harness)
    const taken = await job(harness, one, 'has a nonce', (found) => found.nonce !== null)
    await chain.send({ from: RELAYER, to: chain.multiple, data: '0x' }, taken.nonce ?? 0)
    await chain.mine()
    return { purchase: one, block: (await chain.head()).number, nonce: taken.nonce }
  })
  await job(harness, purchase, 'lets go of its nonce', (found) => found.nonce !== nonce)
  harness.misbehave()
  return { purchase, block, end: await ended(harness, purchase) }
}

const foreign: Trouble = async (harness) => void (await usurped(harness))

/** That is forgotten: the nonce is free again, for which the delivery was signed once, before it took another. */
const foreignGone: Trouble = async (harness) => {
  const { purchase, block, end } = await usurped(harness)
  await harness.miner.hold(() => replaceFrom(harness, block))
  await standsElsewhere(harness, purchase, end)
}

/** Somebody else's transaction before ours is forgotten: its nonce is missing. */
const gap: Trouble = async (harness) => {
  const { chain } = harness
  const purchase = await harness.miner.hold(async () => {
    await chain.send({ from: RELAYER, to: chain.multiple, data: '0x' }, await chain.nonce(RELAYER))
    await chain.mine()
    const { number } = await chain.head()
    const one = await bought(harness)
    await job(harness, one, 'is with the node', ({ status }) => status === 'sent')
    await replaceFrom(harness, number)
    return one
  })
  await ended(harness, purchase)
}

/** The block that it was told to be in for good is gone; `again`: the new chain has it too. */
const takenBack =
  (again: boolean): Trouble =>
  async (harness) => {
    const purchase = await bought(harness)
    const before = await ended(harness, purchase)
    const own = before.attempts.filter(({ hash }) => again && hash === before.hash)
    await harness.miner.hold(() =>
      replaceFrom(
        harness,
        Number(before.block),
        own.map(({ raw }) => raw),
      ),
    )
    await standsElsewhere(harness, purchase, before)
  }

/** The seller cancels before the delivery is on its way. */
const impossible: Trouble = async (harness) => {
  harness.misbehave(doing('eth_estimateGas', 'throttled'))
  const purchase = await bought(harness)
  await job(harness, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  await harness.miner.hold(() => cancel(harness, purchase))
  harness.misbehave()
  await ended(harness, purchase)
}

/** The seller cancels while the delivery is on its way. @returns the block of the cancel */
async function spoilt(harness: DeliveryHarness): Promise<{ purchase: Purchase; block: number; end: Job }> {
  const { chain } = harness
  const { purchase, block } = await harness.miner.hold(async () => {
    const one = await bought(harness)
    const sent = await job(harness, one, 'is with the node', ({ status }) => status === 'sent')
    for (const { hash } of sent.attempts) await chain.rpc('anvil_dropTransaction', hash)
    await cancel(harness, one)
    return { purchase: one, block: (await chain.head()).number }
  })
  return { purchase, block, end: await ended(harness, purchase) }
}

const reverted: Trouble = async (harness) => void (await spoilt(harness))

/** What had failed would now go through: an empty transfer takes its nonce. */
const buried: Trouble = async (harness) => {
  const { purchase, block, end } = await spoilt(harness)
  if (end.status !== 'failed') return
  await harness.miner.hold(() => replaceFrom(harness, block))
  try {
    await job(
      harness,
      purchase,
      'is buried',
      ({ attempts, block, block_hash }) =>
        attempts.some(({ filler }) => filler) && block !== null && block_hash !== end.block_hash,
    )
  } finally {
    // some other node still has the bytes
    for (const { raw } of end.attempts) await harness.chain.rpc(SEND, raw).catch(() => undefined)
  }
}

/** What had failed has gone through on the new chain before anybody could look. */
const cameTrue: Trouble = async (harness) => {
  const { purchase, block, end } = await spoilt(harness)
  if (end.status !== 'failed') return
  const raws = end.attempts.filter(({ hash }) => hash === end.hash).map(({ raw }) => raw)
  await harness.miner.hold(() => replaceFrom(harness, block, raws))
  purchase.comesTrue = true
  await job(harness, purchase, 'is mined after all', ({ status }) => status === 'mined')
}

/** SP-24: the deadline passes before the node has answered. */
const tooLate: Trouble = async (harness) => {
  harness.misbehave(doing('eth_estimateGas', 'throttled'))
  const purchase = await bought(harness)
  await job(harness, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  await harness.shop.db.query(
    `update kit.chain_tx set deadline = now() where id = $1 and status = 'pending'`,
    [`delivery:${purchase.id}`],
  )
  await ended(harness, purchase)
  harness.misbehave()
}

/** The block that it is in is gone before it counted; `again`: another block has it. */
const unconfirmed =
  (again: boolean): Trouble =>
  async (harness) => {
    const purchase = await harness.miner.hold(async () => {
      const one = await bought(harness)
      await job(harness, one, 'is with the node', ({ status }) => status === 'sent')
      await harness.chain.mine()
      const before = await job(harness, one, 'is in a block', ({ block }) => block !== null)
      const raws = before.attempts.filter(() => again).map(({ raw }) => raw)
      await replaceFrom(harness, Number(before.block), raws, 1)
      await job(harness, one, 'left its block', ({ block_hash }) => block_hash !== before.block_hash)
      return one
    })
    await ended(harness, purchase)
  }

export const troubles = {
  refused,
  underpriced,
  slow,
  unasked,
  unanswered,
  impossible,
  foreign,
  foreignGone,
  gap,
  reverted,
  buried,
  tooLate,
  'taken back': takenBack(false),
  moved: takenBack(true),
  'came true': cameTrue,
  'not confirmed': unconfirmed(false),
  'confirmed elsewhere': unconfirmed(true),
} satisfies Record<string, Trouble>
