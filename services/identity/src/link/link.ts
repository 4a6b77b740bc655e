import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeMany, transact } from '@talad/shared/stream'
import { againWhenTaken, nextWalletNumber, ownerOfWallet } from '../account/store.ts'
import { accounts, lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { claimFor } from '../session/claim.ts'
import { identityOf, kycLevelOf, type Proof, savePersonOf } from '../session/proof.ts'
import { requireLiveSession } from '../session/store.ts'

type Caller = { accountId: string; signedInAt: Date | undefined; sessionId: string | undefined }

/** What Join says besides: the level, and its wallet where nobody else has it (ID-27). */
async function saidBy(deps: Deps, tx: Tx, accountId: string, proof: Proof) {
  const address = proof.provider === 'join' ? proof.profile.walletAddress : undefined
  const owner = address === undefined ? undefined : await ownerOfWallet(tx, address, deps.now())
  const isFree = owner === undefined || owner.accountId === accountId
  const joinWallet = isFree ? address : undefined
  const walletNumber = joinWallet === undefined ? undefined : await nextWalletNumber(tx)
  return { kycLevel: kycLevelOf(proof), joinWallet, walletNumber }
}

/**
 * ID-29: links what was proved just now to the account of who asks; what is theirs already changes nothing.
 * @param useUp makes the proof count once, in the same transaction
 * @throws Rejection IDENTITY_IN_USE where it is another account's: that may be merged; SESSION_EXPIRED; those of the decider and of `useUp`
 */
export function linkProved(
  deps: Deps,
  { accountId, signedInAt, sessionId }: Caller,
  proof: Proof,
  useUp: (tx: Tx) => Promise<void>,
): Promise<void> {
  const proved = identityOf(proof)
  return againWhenTaken(() =>
    transact(deps, async (tx) => {
      const now = deps.now()
      await lockAccounts(tx, [accountId])
      await requireLiveSession(tx, sessionId)
      await useUp(tx) // first: a link forgets every proof that was not used
      const link = { type: 'LinkIdentity' as const, identityId: newId(now), proved, signedInAt, now }
      const said = await saidBy(deps, tx, accountId, proof)
      const [changed] = await changeMany(
        tx,
        [
          { stream: accounts, id: accountId, command: link },
          { stream: accounts, id: accountId, command: { type: 'UpdateProfile' as const, said, now } },
        ],
        now,
      )
      await savePersonOf({ db: tx, personal: deps.personal, now }, changed.state, proof)
      await claimFor(tx, deps, { state: changed.state, proof, now })
    }),
  )
}
