import type { Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
import { changeMany } from '@talad/shared/stream'
import type { AccountState } from '../account/state.ts'
import { nextWalletNumber } from '../account/store.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { give } from '../notification/stream.ts'
import { hashOfMeant, type Meant, meantBy, walletMeant } from './meant.ts'
import type { Proof } from './proof.ts'

/** Who gives something to a phone, and who proves it, wait for each other: one finds what the other has made. */
export const lockMeant = (tx: Tx, hashes: readonly Buffer[]) =>
  lockKeys(
    tx,
    hashes.map((hash) => `placeholder.${hash.toString('hex')}`),
  )

/** ID-33: `claimMeant` of what a proof shows, and what Join says with it. */
export async function claimFor(
  tx: Tx,
  deps: Pick<Deps, 'personal'>,
  { state, proof, now }: { state: AccountState; proof: Proof; now: Date },
): Promise<void> {
  const { accountId, joinWallet } = state
  const proved = [...meantBy(proof), ...(proof.provider === 'join' ? walletMeant(joinWallet) : [])]
  if (accountId !== undefined) await claimMeant(tx, deps, { accountId, proved, now })
}

/**
 * ID-33: what was given to a phone, a LINE user or a wallet is whose it is proved to be, in the transaction of that proof.
 * Everybody hears of it as of a merge. Done again it finds nothing.
 */
export async function claimMeant(
  tx: Tx,
  { personal }: Pick<Deps, 'personal'>,
  { accountId, proved, now }: { accountId: string; proved: readonly Meant[]; now: Date },
): Promise<void> {
  if (proved.length === 0) return
  const hashes = proved.map((meant) => hashOfMeant(personal, meant))
  await lockMeant(tx, hashes)
  const { rows } = await tx.query<{ account_id: string }>(
    `update placeholder set meant = null, claimed_on = $2, claimed_by = $3 where meant = any($1::bytea[])
     returning account_id`,
    [hashes, now, accountId],
  )
  for (const { account_id: placeholderId } of rows) {
    const command = {
      type: 'ClaimPlaceholder' as const,
      placeholderId,
      number: await nextWalletNumber(tx),
      now,
    }
    await changeMany(tx, [{ stream: accounts, id: accountId, command }], now)
    const notice = { kind: 'gift_claimed' as const, accountId }
    await give(tx, { told: [{ subject: placeholderId, notice }], at: now })
  }
}
