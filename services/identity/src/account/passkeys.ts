import type { Tx } from '@talad/shared/db'
import { lineNotice } from '../notification/line-notice.ts'
import { give } from '../notification/stream.ts'
import { noteSecurity } from '../security/log.ts'

/** Tells the owner of an account that a passkey came or went, by the bell and by LINE. */
export async function tellOfPasskey(
  tx: Tx,
  { accountId, id, kind }: { accountId: string; id: string; kind: 'passkey_added' | 'passkey_removed' },
  at: Date,
): Promise<void> {
  await noteSecurity(tx, [{ accountId, kind, provider: 'passkey' }], at)
  await give(tx, { told: [{ subject: id, notice: { kind, accountId } }], at })
  const payload = { accountId, kind, since: at.toISOString() }
  await lineNotice.enqueue(tx, [{ payload, key: `${kind}-${id}`, at }])
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
  for (const { id } of gone.rows) await tellOfPasskey(tx, { accountId, id, kind: 'passkey_removed' }, at)
}
