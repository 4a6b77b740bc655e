import type { Tx } from '@talad/shared/db'
import { give } from '../notification/stream.ts'
import { noteSecurity } from '../security/log.ts'

/** Tells the owner of an account that a passkey went. */
export async function tellPasskeyRemoved(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
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
  const gone = await tx.query<{ id: string }>(
    `delete from passkey where account_id = $1
       and added_by in (select identity_provider from identity_link where id = any($2)) returning id`,
    [accountId, links],
  )
  for (const { id } of gone.rows) await tellPasskeyRemoved(tx, accountId, id, at)
}
