import { type AssetTransferred, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer } from '@talad/shared/consumer'
import { type Context, withContext } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import type { Deps } from '../deps.ts'
import { revertFact } from '../order/counters.ts'
import { departureOf } from '../order/decide-transfer.ts'
import { checkHeld, lockOfferers } from '../order/row.ts'
import { forgetTransfer, type HeardTransfer, hearTransfers, type Token } from '../order/transfers.ts'
import { chain, factOf, positionOf } from './position.ts'

type Left = HeardTransfer & { isBack: boolean; context: Context }

function leftBy(event: AssetTransferred, token: Token, context: Context): Left | undefined {
  const position = positionOf(event)
  const departure = departureOf(event)
  if (!departure) return undefined
  const { owner, left } = departure
  const { blockHash, reverted: isBack } = position
  return { ...token, owner, left, blockHash, fact: factOf('departed', position), isBack, context }
}

async function takeBack(tx: Tx, left: Left, now: Date): Promise<void> {
  const { owner: offerer, fact, context } = left
  for (const hash of await forgetTransfer(tx, left, fact.key))
    await withContext(context, () => revertFact(tx, { hash, offerer }, fact, now))
}

/**
 * OB-16: notes that units went out of wallets. Whether it was a listing's own fill isn't known here, since the fill's
 * message may come later or earlier; the job `order.transfer` finds out and decides.
 */
export const assetTransferred = consumer<typeof AssetTransferredSchema, Deps>({
  ...chain,
  event: AssetTransferredSchema,
  async run(events, { tx, now, contextOf }) {
    const all = events.map((event) => {
      const token = { contract: event.contractAddress.toLowerCase(), tokenId: event.tokenId }
      const owners = [event.from.toLowerCase(), event.to.toLowerCase()] as const
      return { ...token, owners, left: leftBy(event, token, contextOf(event)) }
    })
    const left = all.flatMap((one) => one.left ?? [])
    await lockOfferers(
      tx,
      left.map(({ owner }) => owner),
    )
    for (const one of left.filter(({ isBack }) => isBack)) await takeBack(tx, one, now)
    await hearTransfers(
      tx,
      left.filter(({ isBack }) => !isBack),
      now,
    )
    await checkHeld(tx, all, now) // OB-4
  },
})
