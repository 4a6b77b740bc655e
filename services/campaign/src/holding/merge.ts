import type { Tx } from '@talad/shared/db'
import { holdWallets } from '../replicas/account.ts'

/**
 * ID-33, ID-35: what an account holds becomes another's. A merge changes nothing of how it was come by, which is one person;
 * what waited for somebody is theirs by their claim (CA-55), whatever had been granted to nobody yet.
 */
export async function moveHoldings(
  tx: Tx,
  { from, to, claimed }: { from: string; to: string; claimed: boolean },
): Promise<void> {
  // before its rows, as who mints what waited for a wallet
  await holdWallets(tx, [from, to])
  await tx.query(
    `update holding set holder_id = $2, origin = case when $3 then 'claim' else origin end where holder_id = $1`,
    [from, to, claimed],
  )
}
