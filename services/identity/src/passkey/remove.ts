import { transact } from '@talad/shared/stream'
import { tellOfPasskey } from '../account/passkeys.ts'
import { lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { endSessionsBy } from '../session/store.ts'
import { deletePasskey } from './store.ts'

/** Takes a passkey off an account; nothing where it is gone. Sessions don't say by which passkey: those of all end, but the caller's. */
export async function removePasskeyOf(
  deps: Deps,
  caller: { accountId: string; sessionId: string | undefined },
  id: string,
): Promise<void> {
  const { accountId } = caller
  const now = deps.now()
  await transact(deps, async (tx) => {
    await lockAccounts(tx, [accountId])
    if (!(await deletePasskey(tx, accountId, id))) return
    await endSessionsBy(tx, caller, 'passkey', now)
    await tellOfPasskey(tx, { accountId, id, kind: 'passkey_removed' }, now)
  })
}
