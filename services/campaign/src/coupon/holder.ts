import { Rejection } from '@talad/shared/rejection'
import type { Deps } from '../deps.ts'
import { tokenIdOf } from '../holding/token.ts'
import { walletsOf } from '../replicas/account.ts'
import { findToken } from '../token/find.ts'
import type { TokenIdentity } from './find.ts'

const MOST_WALLETS = 20

/**
 * CA-28, CA-82: whether a token is somebody's: by their holding until it is minted, from then on by who has it on chain.
 * @throws Rejection UNAVAILABLE where that can't be asked, ASSET_SUSPENDED
 */
export async function isHolder(
  { db, indexer, chainId }: Pick<Deps, 'db' | 'indexer' | 'chainId'>,
  { itemId, token }: TokenIdentity,
  accountId: string,
): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from holding h left join mint m on m.holding_id = h.id
     where h.item_id = $1 and h.item_token_id = $2 and h.holder_id = $3 and m.state is distinct from 'mined' limit 1`,
    [itemId, token, accountId],
  )
  if (rows.length > 0) return true
  const found = await findToken(db, itemId, token)
  const wallets = (await walletsOf(db, [accountId], chainId)).get(accountId) ?? []
  if (!found || wallets.length === 0) return false
  for (const { blockchain, contract_address } of found.places) {
    const at = { blockchain, contract_address, token_id: tokenIdOf(found.item.number, token).toString() }
    const asset = await indexer.asset(at, wallets.slice(0, MOST_WALLETS)).catch((error: unknown) => {
      if (error instanceof Rejection && error.code === 'NOT_FOUND') return undefined
      throw error
    })
    if (
      asset?.internal.holders.some(({ address, quantity }) => wallets.includes(address) && quantity !== '0')
    )
      return true
  }
  return false
}
