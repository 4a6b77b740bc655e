import { toQuantity } from 'ethers'
import { z } from 'zod'
import { goingRate } from './fees.ts'
import { report, type TxLane } from './tx-lane.ts'
import { fillerContent, signRaw } from './tx-sign.ts'
import { type LiveJob, signedFor } from './tx-store.ts'

const blockSchema = z.object({
  transactions: z.array(
    z.object({ from: z.string(), nonce: z.string().transform(Number), hash: z.string() }),
  ),
})

const BLOCKS_AT_ONCE = 20

/**
 * The transaction that used up a nonce of the lane's key, looked for in whole blocks, because full nodes forget the
 * account states of a while ago.
 * @returns its hash; undefined when it is in none of the blocks
 * @throws when the node lacks a block of the range
 */
export async function nonceSpender(
  { provider, signer, closing }: TxLane,
  nonce: number,
  from: number,
  to: number,
): Promise<string | undefined> {
  for (let start = from; start <= to && !closing(); start += BLOCKS_AT_ONCE) {
    const size = Math.min(BLOCKS_AT_ONCE, to - start + 1)
    const blocks = await Promise.all(
      Array.from({ length: size }, async (_, index) =>
        blockSchema.parse(await provider.send('eth_getBlockByNumber', [toQuantity(start + index), true])),
      ),
    )
    const spender = blocks
      .flatMap((block) => block.transactions)
      .find((tx) => tx.nonce === nonce && tx.from.toLowerCase() === signer)
    if (spender) return spender.hash.toLowerCase()
  }
  return undefined
}

/**
 * No gap before the lowest nonce in use lasts over 60 s (CA-47). It can only come from outside: another user of the key
 * whose transaction was dropped, or a reorganisation deeper than the confirmations. What was signed by the job that
 * has the nonce goes out again; for a nonce that none has, an empty transfer does.
 */
export async function fillGap(lane: TxLane, inFlight: readonly LiveJob[], count: number): Promise<void> {
  const { memory, provider, settings } = lane
  const lowest = inFlight[0]?.nonce
  const now = lane.now().getTime()
  if (lowest === undefined || count >= lowest) {
    memory.gapSince = undefined
    return
  }
  memory.gapSince ??= now
  const key = `gap ${count}`
  if (now - memory.gapSince < settings.stuckMs / 2) return
  if (now - (memory.broadcastAt.get(key) ?? 0) < settings.rebroadcastMs) return
  memory.broadcastAt.set(key, now)
  const signed = await signedFor(lane.db, lane, count)
  const raws =
    signed.length > 0 ? signed : [await signRaw(lane, count, fillerContent(lane), await goingRate(provider))]
  const outcomes = await Promise.allSettled(raws.map((raw) => provider.send('eth_sendRawTransaction', [raw])))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure && outcomes.every((outcome) => outcome.status === 'rejected'))
    report(lane, `gap at nonce ${count}`, failure.reason)
}
