import { timestampDate } from '@bufbuild/protobuf/wkt'
import { type AssetTransferred, AssetTransferredSchema } from '@talad/proto/asset-indexer/v1/events'
import { consumer, type Received } from '@talad/shared/consumer'
import type { Tx } from '@talad/shared/db'
import { shownBy } from '../account/pictures.ts'
import { ownersOfWallets } from '../account/store.ts'
import { noticesOfArrivals } from '../notification/decide.ts'
import { toldSince } from '../notification/store.ts'
import { give } from '../notification/stream.ts'
import { pictureCheck } from '../picture/due.ts'

const NOBODY = `0x${'0'.repeat(40)}`
const DAY_MS = 24 * 60 * 60 * 1_000

/** Given, and not sold, minted or burned; told once it is sure to stay. */
const isGift = ({ from, to, traded, position }: AssetTransferred): boolean =>
  position?.confirmed === true && !traded && from !== NOBODY && to !== NOBODY

/** ID-39: has those looked after for whom a transferred asset stands, whichever way it went, or was taken back. */
async function checkPictures(tx: Tx, events: readonly AssetTransferred[], now: Date): Promise<void> {
  const moved = events.map(({ assetId, from, to }) => ({
    assetId,
    from: from.toLowerCase(),
    to: to.toLowerCase(),
  }))
  const pieces = (await shownBy(tx, moved)).map((accountId) => ({ key: accountId, payload: { accountId } }))
  await pictureCheck.enqueue(tx, pieces, now)
}

/** ID-19: tells who was sent something. What is read of a collection's past is no news. */
async function tellRecipients(
  events: readonly AssetTransferred[],
  { tx, now, contextOf }: Received<AssetTransferred>,
): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  const gifts = events.flatMap((event) => {
    const at = event.position?.blockTime && timestampDate(event.position.blockTime)
    return at && at >= since ? [{ event, at }] : []
  })
  if (gifts.length === 0) return
  const owners = await ownersOfWallets(
    tx,
    gifts.flatMap(({ event: { from, to } }) => [from, to]),
  )
  const arrivals = gifts.flatMap(({ event, at }) => {
    const { position, contractAddress: contract, tokenId: token, from: sender, to, amount } = event
    const recipientAccountId = owners.get(to)
    if (recipientAccountId === undefined || !position) return []
    const { blockchain, txHash, logIndex } = position
    return [
      {
        event,
        when: at,
        at: `${txHash}-${logIndex}-${token}`,
        asset: { blockchain, contract, token },
        amount,
        sender,
        senderAccountId: owners.get(sender) ?? '',
        recipientAccountId,
      },
    ]
  })
  const recipients = arrivals.map(({ recipientAccountId }) => recipientAccountId)
  const told = noticesOfArrivals(arrivals, await toldSince(tx, recipients, 'received', since))
  const news = arrivals.flatMap(({ event, when }, n) => {
    const one = told[n]
    return one ? [{ told: [one], at: when, context: contextOf(event) }] : []
  })
  await give(tx, ...news)
}

export const assetTransferred = consumer({
  topic: 'asset-indexer.chain.v1',
  group: 'identity.chain',
  event: AssetTransferredSchema,
  lingerMs: 500,
  filter: (event) => !event.position?.confirmed || isGift(event),
  async run(events, received) {
    const { tx, now } = received
    await checkPictures(
      tx,
      events.filter(({ position }) => !position?.confirmed),
      now,
    )
    await tellRecipients(events.filter(isGift), received)
  },
})
