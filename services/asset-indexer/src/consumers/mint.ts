import { lockContract } from '@talad/market/suspensions'
import type { MintChangedSchema } from '@talad/proto/campaign/v1/events'
import { keepReplica } from '@talad/shared/replica'
import { mintedAmong } from '../abstract/minted.ts'
import { saveAbstracts } from '../abstract/store.ts'
import { assetIdOf, collectionIdOf } from '../chain/ids.ts'
import type { Deps } from '../deps.ts'
import { mints } from '../replicas/mint.ts'
import { markAssets } from '../suspension/marks.ts'
import { recordAssets } from '../sync/record.ts'

/**
 * AI-7: an asset that was minted here stands for what its minting record says. One that the scan is about to write is
 * waited for, one that it writes later finds the record.
 */
export const mintChanged = keepReplica<typeof MintChangedSchema, Deps>(mints, {
  group: 'asset-indexer.mint',
  filter: ({ txStatus }) => txStatus === 'mined',
  async each({ blockchain, contractAddress, tokenId }, { tx, now }) {
    await lockContract(tx, { blockchain, contractAddress }, 'suspension')
    const id = assetIdOf(blockchain, contractAddress, tokenId)
    const { rows } = await tx.query('select 1 from asset where id = $1 for update', [id])
    if (rows.length === 0) return
    await saveAbstracts(tx, [{ id, stands: (await mintedAmong(tx, [id])).get(id) }])
    await markAssets(tx, { blockchain, contractAddress }, [id]) // MO-8: what it stands for may be suspended
    await recordAssets(tx, collectionIdOf(blockchain, contractAddress), [id], now)
  },
})
