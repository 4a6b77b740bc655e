import { arrayText, columns, type Db, inTx, type Queryable } from '@talad/shared/db'
import type { ChainRpc } from '../chain/rpc.ts'
import { touchCollections } from '../due/figures.ts'
import { readScan } from '../scan/scan.ts'
import { findAsset } from '../sync/store.ts'
import { heldOnChain } from './chain.ts'

/** How many who ever had of an asset are asked about, and how many at once. */
const MOST = 500
const AT_ONCE = 50

async function everHad(db: Queryable, assetId: string): Promise<string[]> {
  const { rows } = await db.query<{ address: string }>(
    `select address from (
       select address from holder where asset_id = $1
       union select fact->>'from' from chain_fact where asset_id = $1 and kind = 'transfer'
       union select fact->>'to' from chain_fact where asset_id = $1 and kind = 'transfer') ever
     where address !~ '^0x0{40}$' order by address limit ${MOST}`,
    [assetId],
  )
  return rows.map(({ address }) => address)
}

/** Whether transfers that the chain knows of are still to be read: they would be counted once more. */
async function catchesUp(db: Queryable, assetId: string): Promise<boolean> {
  const found = await db.query(
    `select 1 from asset a join collection c on c.id = a.collection_id
     where a.id = $1 and c.next_block is not null`,
    [assetId],
  )
  return found.rowCount === 1
}

/**
 * Writes what the chain says that people hold of an asset whose contract moves what it never gave.
 * @returns whether that was as of the block that is read now; if not, it is to be done again
 */
export async function readHolders(
  { db, rpc }: { db: Db; rpc: Pick<ChainRpc, 'call'> },
  assetId: string,
  now: Date,
): Promise<boolean> {
  const [scan, asset] = [await readScan(db), await findAsset(db, assetId)]
  if (!asset || !scan || scan.hash === null) return true
  if (await catchesUp(db, assetId)) return false
  const { hash } = scan
  const addresses = await everHad(db, assetId)
  const held: { address: string; quantity: bigint }[] = []
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    const some = addresses.slice(from, from + AT_ONCE).map(async (address) => {
      const { contract, type, token_id: tokenId } = asset
      const about = { assetId, contract, type, tokenId, address, quantity: 0n }
      return { address, quantity: await heldOnChain(rpc, about, hash) }
    })
    held.push(...(await Promise.all(some)))
  }
  return inTx(db, async (tx) => {
    if ((await readScan(tx, 'for update'))?.hash !== hash || (await catchesUp(tx, assetId))) return false
    await tx.query('delete from holder where asset_id = $1 and address = any($2::text[])', [
      assetId,
      arrayText(addresses),
    ])
    await tx.query(
      `insert into holder (asset_id, address, quantity)
       select $1, address, quantity from unnest($2::text[], $3::numeric[]) h (address, quantity) where quantity > 0`,
      [
        assetId,
        ...columns(
          held,
          ({ address }) => address,
          ({ quantity }) => quantity,
        ),
      ],
    )
    await tx.query(
      `update asset set supply = (
         select least(coalesce(sum(quantity), 0), 1e78 - 1) from holder where asset_id = $1 and quantity > 0) where id = $1`,
      [assetId],
    )
    await touchCollections(tx, { contracts: [asset.contract] }, now)
    return true
  })
}
