import { columns, type Queryable, type Tx } from '@talad/shared/db'
import type { Picture } from './events.ts'

/** Keeps what stands for a person, beside their events. */
export async function savePicture(tx: Tx, accountId: string, { url, holder, asset }: Picture): Promise<void> {
  await tx.query(
    `insert into profile_picture (account_id, asset_id, blockchain, contract_address, token_id, holder, url)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (account_id) do update set asset_id = excluded.asset_id, blockchain = excluded.blockchain,
       contract_address = excluded.contract_address, token_id = excluded.token_id, holder = excluded.holder,
       url = excluded.url`,
    [accountId, asset.id, asset.blockchain, asset.contract, asset.token, holder, url],
  )
}

/** Path of the picture that stands for a person; null: none. */
export async function pictureOf(db: Queryable, accountId: string): Promise<string | null> {
  const { rows } = await db.query<{ url: string }>('select url from profile_picture where account_id = $1', [
    accountId,
  ])
  return rows[0]?.url ?? null
}

/** Which asset stands for a person, and the wallet that held it. */
export async function heldFor(
  db: Queryable,
  accountId: string,
): Promise<{ assetId: string; holder: string } | undefined> {
  const { rows } = await db.query<{ assetId: string; holder: string }>(
    'select asset_id as "assetId", holder from profile_picture where account_id = $1',
    [accountId],
  )
  return rows[0]
}

type Moved = { assetId: string; from: string; to: string }

/** For whom assets in one of their wallets stand. @param moved wallets in lower case */
export async function shownBy(db: Queryable, moved: readonly Moved[]): Promise<string[]> {
  const { rows } = await db.query<{ account_id: string }>({
    name: 'picture.shown_by',
    text: `select distinct account_id from profile_picture p
      join unnest($1::text[], $2::text[], $3::text[]) as m (asset_id, sender, receiver)
        on p.asset_id = m.asset_id and p.holder in (m.sender, m.receiver)`,
    values: columns(
      moved,
      ({ assetId }) => assetId,
      ({ from }) => from,
      ({ to }) => to,
    ),
  })
  return rows.map(({ account_id }) => account_id)
}

/** Pictures of what a contract has, by account. */
export async function picturesAt(
  db: Queryable,
  { blockchain, contractAddress }: { blockchain: string; contractAddress: string },
  after: string,
  most: number,
) {
  const { rows } = await db.query<{ account_id: string; asset_id: string; token_id: string }>(
    `select account_id, asset_id, token_id::text from profile_picture
     where blockchain = $1 and contract_address = $2 and account_id > $3 order by account_id limit $4`,
    [blockchain, contractAddress, after, most],
  )
  return rows.map(({ account_id: accountId, asset_id: assetId, token_id: tokenId }) => ({
    accountId,
    assetId,
    blockchain,
    contractAddress,
    tokenId,
  }))
}
