import { columns, type Queryable, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { TransferFact } from '../chain/facts.ts'
import { emptyHoldings, type Holdings } from '../chain/holdings.ts'

type AssetRow = {
  id: string
  owner: string | null
  supply: bigint
  first_block: bigint
  first_at: Date
  last_block: bigint
}

/** What the assets of transfers are now, and what the addresses in them (and the present owners) hold. */
export async function loadHoldings(db: Queryable, transfers: readonly TransferFact[]): Promise<Holdings> {
  const holdings = emptyHoldings()
  const ids = [...new Set(transfers.map((fact) => fact.assetId))]
  const assets = await db.query<AssetRow>(
    'select id, owner, supply, first_block, first_at, last_block from asset where id = any($1)',
    [ids],
  )
  for (const row of assets.rows) {
    holdings.assets.set(row.id, {
      owner: row.owner,
      supply: row.supply,
      firstBlock: Number(row.first_block),
      firstTime: row.first_at.getTime() / 1000,
      lastBlock: Number(row.last_block),
    })
  }
  const pairs = transfers.flatMap((fact) => [
    { asset_id: fact.assetId, address: fact.from },
    { asset_id: fact.assetId, address: fact.to },
  ])
  for (const row of assets.rows) if (row.owner) pairs.push({ asset_id: row.id, address: row.owner })
  const held = await db.query<{ asset_id: string; address: string; quantity: bigint }>(
    `select distinct h.asset_id, h.address, h.quantity from holder h
     join unnest($1::text[], $2::text[]) as p (asset_id, address) using (asset_id, address)`,
    columns(
      pairs,
      (pair) => pair.asset_id,
      (pair) => pair.address,
    ),
  )
  for (const { asset_id, address, quantity } of held.rows) {
    const balances = holdings.balances.get(asset_id) ?? new Map<string, bigint>()
    holdings.balances.set(asset_id, balances.set(address, quantity))
  }
  return holdings
}

/** A copy to compare with after the transfers. */
export function copyHoldings(holdings: Holdings): Holdings {
  return {
    balances: new Map([...holdings.balances].map(([id, held]) => [id, new Map(held)])),
    assets: new Map(holdings.assets),
  }
}

/** Writes the balances that differ. The assets' own rows must exist. */
export async function saveBalances(tx: Tx, before: Holdings, after: Holdings): Promise<void> {
  const set: { asset_id: string; address: string; quantity: bigint }[] = []
  const gone: { asset_id: string; address: string }[] = []
  for (const [asset_id, held] of after.balances) {
    const old = before.balances.get(asset_id)
    for (const [address, quantity] of held) {
      if (old?.get(address) !== quantity) set.push({ asset_id, address, quantity })
    }
    for (const address of old?.keys() ?? []) if (!held.has(address)) gone.push({ asset_id, address })
  }
  if (gone.length > 0) {
    await tx.query(
      `delete from holder using json_to_recordset($1::json) as g (asset_id text, address text)
       where holder.asset_id = g.asset_id and holder.address = g.address`,
      [toJson(gone)],
    )
  }
  if (set.length > 0) {
    await tx.query(
      `insert into holder (asset_id, address, quantity)
       select * from unnest($1::text[], $2::text[], $3::numeric[])
       on conflict (asset_id, address) do update set quantity = excluded.quantity`,
      columns(
        set,
        (row) => row.asset_id,
        (row) => row.address,
        (row) => row.quantity,
      ),
    )
  }
}

/** Writes owner, supply and last block of assets that exist. */
export async function saveAssets(tx: Tx, after: Holdings, ids: readonly string[]): Promise<void> {
  const rows = ids.flatMap((id) => {
    const state = after.assets.get(id)
    return state ? [{ id, owner: state.owner, supply: state.supply, last_block: state.lastBlock }] : []
  })
  if (rows.length === 0) return
  await tx.query(
    `update asset set owner = r.owner, supply = r.supply, last_block = r.last_block
     from json_to_recordset($1::json) as r (id text, owner text, supply numeric, last_block bigint)
     where asset.id = r.id`,
    [toJson(rows)],
  )
}
