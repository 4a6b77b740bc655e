import type { AssetMetadataRead } from '@talad/proto/asset-indexer/v1/events'
import { type Blacklist, blacklistFor } from '@talad/shared/blacklist/known'
import type { Tx } from '@talad/shared/db'
import { lockKey } from '@talad/shared/lock-key'
import { lookAround, saveReading } from './known.ts'
import { reportByBot } from './report.ts'
import { judge } from './rules.ts'

type About = Blacklist & { now: Date }

/** MO-15: keeps what was read of an asset, and reports what the rules find in it. Done again it changes nothing. */
export async function judgeReading(
  tx: Tx,
  event: AssetMetadataRead,
  { now, ...lists }: About,
): Promise<void> {
  await lockKey(tx, 'bot-readings') // of a picture and its copy that come at once, one sees the other
  if (!(await saveReading(tx, event))) return
  const { copies, ...around } = await lookAround(tx, event)
  const blacklist = await blacklistFor(tx, event.texts, lists)
  const { assetId, metadataHash } = event
  for (const finding of judge(event, { ...around, blacklist }))
    await reportByBot(tx, { assetId, metadataHash, ...finding }, now)
  const own = event.texts.find(({ field }) => field === 'name')?.text || event.collectionName
  for (const copy of copies) {
    const near = { name: own, distance: copy.distance }
    const known = { blacklist, isIssued: false, names: [], near }
    const about = { assetId: copy.asset_id, metadataHash: copy.metadata_hash }
    for (const finding of judge({ collectionName: '', texts: [] }, known))
      await reportByBot(tx, { ...about, ...finding }, now)
  }
}
