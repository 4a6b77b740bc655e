import {
  bought,
  cancel,
  ended,
  type Job,
  job,
  type Purchase,
  replaceFrom,
  SEND,
  standsElsewhere,
  type Yard,
} from './delivery-yard.ts'
import type { Choice, Fault } from './rpc-proxy.ts'
import { RELAYER } from './test-chain.ts'

/** One purchase and what happens to its delivery, until that has ended. It goes on while the shop dies and comes back. */
export type Trouble = (yard: Yard) => Promise<void>

const doing =
  (method: string, fault: Fault): Choice =>
  (asked) =>
    asked === method ? fault : undefined

/** The node takes nothing for so long that an empty transfer has to free the nonce. */
const refused: Trouble = async (yard) => {
  yard.misbehave(doing(SEND, 'refused'))
  const purchase = await bought(yard)
  await job(yard, purchase, 'gives way to an empty transfer', ({ attempts }) =>
    attempts.some(({ filler }) => filler),
  )
  yard.misbehave()
  await ended(yard, purchase)
}

const underpriced: Trouble = async (yard) => {
  yard.misbehave(doing(SEND, 'underpriced'))
  const purchase = await bought(yard)
  await job(yard, purchase, 'offers more', ({ attempts }) => attempts.length > 1)
  yard.misbehave()
  await ended(yard, purchase)
}

/** No block comes for so long that the fee is raised. */
const slow: Trouble = async (yard) => {
  const purchase = await yard.miner.hold(async () => {
    const one = await bought(yard)
    await job(yard, one, 'is replaced', ({ attempts }) => attempts.length > 1)
    return one
  })
  await ended(yard, purchase)
}

/** The node doesn't say what the delivery would cost. */
const unasked: Trouble = async (yard) => {
  yard.misbehave(doing('eth_estimateGas', 'internal error'))
  const purchase = await bought(yard)
  await job(yard, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  yard.misbehave()
  await ended(yard, purchase)
}

/** The node takes it and never says so: the block tells. */
const unanswered: Trouble = async (yard) => {
  yard.misbehave(doing(SEND, 'cut after'))
  const purchase = await bought(yard)
  await ended(yard, purchase)
  yard.misbehave()
}

/** Somebody else uses the key, and the nonce. @returns the block in which they did */
async function usurped(yard: Yard): Promise<{ purchase: Purchase; block: number; end: Job }> {
  const { chain } = yard
  yard.misbehave(doing(SEND, 'cut before'))
  const { purchase, block, nonce } = await yard.miner.hold(async () => {
    const one = await bought(yard)
    const taken = await job(yard, one, 'has a nonce', (found) => found.nonce !== null)
    await chain.send({ from: RELAYER, to: chain.multiple, data: '0x' }, taken.nonce ?? 0)
    await chain.mine()
    return { purchase: one, block: (await chain.head()).number, nonce: taken.nonce }
  })
  await job(yard, purchase, 'lets go of its nonce', (found) => found.nonce !== nonce)
  yard.misbehave()
  return { purchase, block, end: await ended(yard, purchase) }
}

const foreign: Trouble = async (yard) => void (await usurped(yard))

/** That is forgotten: the nonce is free again, for which the delivery was signed once, before it took another. */
const foreignGone: Trouble = async (yard) => {
  const { purchase, block, end } = await usurped(yard)
  await yard.miner.hold(() => replaceFrom(yard, block))
  await standsElsewhere(yard, purchase, end)
}

/** Somebody else's transaction before ours is forgotten: its nonce is missing. */
const gap: Trouble = async (yard) => {
  const { chain } = yard
  const purchase = await yard.miner.hold(async () => {
    await chain.send({ from: RELAYER, to: chain.multiple, data: '0x' }, await chain.nonce(RELAYER))
    await chain.mine()
    const { number } = await chain.head()
    const one = await bought(yard)
    await job(yard, one, 'is with the node', ({ status }) => status === 'sent')
    await replaceFrom(yard, number)
    return one
  })
  await ended(yard, purchase)
}

/** The block that it was told to be in for good is gone; `again`: the new chain has it too. */
const takenBack =
  (again: boolean): Trouble =>
  async (yard) => {
    const purchase = await bought(yard)
    const before = await ended(yard, purchase)
    const own = before.attempts.filter(({ hash }) => again && hash === before.hash)
    await yard.miner.hold(() =>
      replaceFrom(
        yard,
        Number(before.block),
        own.map(({ raw }) => raw),
      ),
    )
    await standsElsewhere(yard, purchase, before)
  }

/** The seller cancels before the delivery is on its way. */
const impossible: Trouble = async (yard) => {
  yard.misbehave(doing('eth_estimateGas', 'throttled'))
  const purchase = await bought(yard)
  await job(yard, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  await yard.miner.hold(() => cancel(yard, purchase))
  yard.misbehave()
  await ended(yard, purchase)
}

/** The seller cancels while the delivery is on its way. @returns the block of the cancel */
async function spoilt(yard: Yard): Promise<{ purchase: Purchase; block: number; end: Job }> {
  const { chain } = yard
  const { purchase, block } = await yard.miner.hold(async () => {
    const one = await bought(yard)
    const sent = await job(yard, one, 'is with the node', ({ status }) => status === 'sent')
    for (const { hash } of sent.attempts) await chain.rpc('anvil_dropTransaction', hash)
    await cancel(yard, one)
    return { purchase: one, block: (await chain.head()).number }
  })
  return { purchase, block, end: await ended(yard, purchase) }
}

const reverted: Trouble = async (yard) => void (await spoilt(yard))

/** What had failed would now go through: an empty transfer takes its nonce. */
const buried: Trouble = async (yard) => {
  const { purchase, block, end } = await spoilt(yard)
  if (end.status !== 'failed') return
  await yard.miner.hold(() => replaceFrom(yard, block))
  try {
    await job(
      yard,
      purchase,
      'is buried',
      ({ attempts, block, block_hash }) =>
        attempts.some(({ filler }) => filler) && block !== null && block_hash !== end.block_hash,
    )
  } finally {
    // some other node still has the bytes
    for (const { raw } of end.attempts) await yard.chain.rpc(SEND, raw).catch(() => undefined)
  }
}

/** What had failed has gone through on the new chain before anybody could look. */
const cameTrue: Trouble = async (yard) => {
  const { purchase, block, end } = await spoilt(yard)
  if (end.status !== 'failed') return
  const raws = end.attempts.filter(({ hash }) => hash === end.hash).map(({ raw }) => raw)
  await yard.miner.hold(() => replaceFrom(yard, block, raws))
  purchase.comesTrue = true
  await job(yard, purchase, 'is mined after all', ({ status }) => status === 'mined')
}

/** SP-24: the deadline passes before the node has answered. */
const tooLate: Trouble = async (yard) => {
  yard.misbehave(doing('eth_estimateGas', 'throttled'))
  const purchase = await bought(yard)
  await job(yard, purchase, 'waits', ({ retry_reason }) => retry_reason !== null)
  await yard.shop.db.query(`update kit.chain_tx set deadline = now() where id = $1 and status = 'pending'`, [
    `delivery:${purchase.id}`,
  ])
  await ended(yard, purchase)
  yard.misbehave()
}

/** The block that it is in is gone before it counted; `again`: another block has it. */
const unconfirmed =
  (again: boolean): Trouble =>
  async (yard) => {
    const purchase = await yard.miner.hold(async () => {
      const one = await bought(yard)
      await job(yard, one, 'is with the node', ({ status }) => status === 'sent')
      await yard.chain.mine()
      const before = await job(yard, one, 'is in a block', ({ block }) => block !== null)
      const raws = before.attempts.filter(() => again).map(({ raw }) => raw)
      await replaceFrom(yard, Number(before.block), raws, 1)
      await job(yard, one, 'left its block', ({ block_hash }) => block_hash !== before.block_hash)
      return one
    })
    await ended(yard, purchase)
  }

export const troubles = {
  ...{
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
  },
  ...{ 'taken back': takenBack(false), moved: takenBack(true), 'came true': cameTrue },
  ...{ 'not confirmed': unconfirmed(false), 'confirmed elsewhere': unconfirmed(true) },
} satisfies Record<string, Trouble>
