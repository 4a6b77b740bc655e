import { inTx } from '@talad/shared/db'
import { tellPasskeyRemoved } from '../account/passkeys.ts'
import type { Deps } from '../deps.ts'
import { deletePasskey } from './store.ts'

/** Takes a passkey off an account; nothing where it is gone. */
export async function removePasskeyOf(deps: Deps, accountId: string, id: string): Promise<void> {
  const now = deps.now()
  await inTx(deps.db, async (tx) => {
    if (!(await deletePasskey(tx, accountId, id))) return
    await tellPasskeyRemoved(tx, accountId, id, now)
  })
}
