import { inTx, type Tx } from '@talad/shared/db'
import type { Deps } from '../deps.ts'
import { give } from '../notification/stream.ts'
import { noteSecurity } from '../security/log.ts'
import { deletePasskey, deletePasskeysOf } from './store.ts'

async function tellRemoved(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await noteSecurity(tx, [{ accountId, kind: 'passkey_removed', provider: 'passkey' }], at)
  await give(tx, { told: [{ subject: id, notice: { kind: 'passkey_removed', accountId } }], at })
}

/** ID-31: a way in goes, and with it what whoever had it may have added. @param links of the ways in that go */
export async function removePasskeysBy(
  tx: Tx,
  accountId: string,
  links: readonly string[],
  at: Date,
): Promise<void> {
  for (const id of await deletePasskeysOf(tx, accountId, links)) await tellRemoved(tx, accountId, id, at)
}

/** Takes a passkey off an account; nothing where it is gone. */
export async function removePasskeyOf(deps: Deps, accountId: string, id: string): Promise<void> {
  const now = deps.now()
  await inTx(deps.db, async (tx) => {
    if (!(await deletePasskey(tx, accountId, id))) return
    await tellRemoved(tx, accountId, id, now)
  })
}
