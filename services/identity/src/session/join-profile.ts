import type { Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import { change } from '@talad/shared/stream'
import { DEV_JOIN_ID } from '../account/dev.ts'
import { savePersonalData } from '../account/personal-data.ts'
import type { JoinProfile } from '../account/profile.ts'
import { againWhenTaken, nextWalletNumber, ownerOfWallet } from '../account/store.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { claimMeant } from './claim.ts'
import { phoneMeant, walletMeant } from './meant.ts'

/** ID-18: `customer-profile` asks Join at most this often. */
const PAUSE_MS = 60_000

/**
 * ID-4: asks Join for the level and the wallet of a customer and takes them over. Development customers aren't at Join.
 * @param about `names`: also takes over names, phone and email (ID-18), if it says so in the transaction that writes them: who
 * was erased while Join was asked stays erased (ID-42)
 * @returns whether Join was asked
 * @throws Rejection UNAVAILABLE when Join can't be asked, SESSION_EXPIRED when Join knows the person no more
 */
export async function readJoinProfile(
  deps: Deps,
  account: { accountId: string; joinId: string | undefined; kycLevel: number },
  about: { names: ((tx: Tx) => Promise<boolean>) | undefined } = { names: undefined },
): Promise<boolean> {
  const { accountId, joinId } = account
  if (joinId === undefined || joinId.startsWith(DEV_JOIN_ID)) return false
  const profile = await deps.join.profile(joinId)
  if (!profile) throw new Rejection('SESSION_EXPIRED')
  await againWhenTaken(async () => {
    const { joinWallet, changed } = await changesOf(deps, account, profile)
    const { names } = about
    if (!changed && !names) return
    const now = deps.now()
    const walletNumber = joinWallet === undefined ? undefined : await nextWalletNumber(deps.db)
    const said = { kycLevel: profile.kycLevel, joinWallet, walletNumber }
    await change(deps, accounts, accountId, { type: 'UpdateProfile', said, now }, async (tx, { state }) => {
      const link = state.identities.find(
        ({ provider, externalId }) => provider === 'join' && externalId === joinId,
      )
      const isNamed = link !== undefined && names !== undefined && (await names(tx))
      if (isNamed) await savePersonalData({ db: tx, personal: deps.personal, now }, link.id, profile.personal)
      const proved = [...walletMeant(joinWallet), ...phoneMeant(isNamed ? profile.personal.phone : null)]
      await claimMeant(tx, deps, { accountId, proved, now })
    })
  })
  return true
}

async function changesOf(
  deps: Deps,
  account: { accountId: string; kycLevel: number },
  profile: JoinProfile,
): Promise<{ joinWallet: string | undefined; changed: boolean }> {
  const { walletAddress, kycLevel } = profile
  const otherLevel = kycLevel !== account.kycLevel
  if (walletAddress === undefined) return { joinWallet: undefined, changed: otherLevel }
  const owner = await ownerOfWallet(deps.db, walletAddress, deps.now())
  if (owner === undefined) return { joinWallet: walletAddress, changed: true }
  if (owner.accountId === account.accountId)
    return { joinWallet: walletAddress, changed: otherLevel || owner.heldUntil !== undefined }
  deps.log.warn({ account: account.accountId }, 'the wallet that Join names belongs to another account')
  return { joinWallet: undefined, changed: otherLevel } // ID-27
}

/** @throws Rejection PROFILE_READ_TOO_SOON (ID-18) */
export async function claimProfileRead(deps: Deps, accountId: string): Promise<void> {
  const now = deps.now()
  const claimed = await deps.db.query(
    `update account set profile_read_at = $2
     where id = $1 and (profile_read_at is null or profile_read_at <= $3)`,
    [accountId, now, new Date(now.getTime() - PAUSE_MS)],
  )
  if (claimed.rowCount !== 1) throw new Rejection('PROFILE_READ_TOO_SOON')
}
