import type { Queryable } from '@talad/shared/db'
import type { Transfer } from '../withdrawal/commands.ts'
import type { PayoutProvider } from './client.ts'
import { type Claimed, differencesOf } from './compare.ts'

/** What came of a day's comparison with the payout provider. */
export type Reconciliation = {
  compared: number
  differences: { requestId: string; what: string }[]
}

type Row = { id: string; status: string; net: bigint; transfer_id: string | null; recipient_id: string }

/** The withdrawals that the provider names, and those that it was first asked to pay in the time. */
async function claimedIn(
  db: Queryable,
  references: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<Map<string, Claimed>> {
  const { rows } = await db.query<Row>(
    `select w.id, case when w.returned then 'rejected' else w.status end as status, w.value - w.service_fee as net,
       w.transfer_id, a.recipient_id
     from withdrawal w join bank_account a on a.id = w.bank_account_id
     where w.id = any($1) or 'withdrawal-' || w.id in (
       select stream from kit.event where type = 'PayoutAttempted' and at >= $2 and at < $3 and (data ->> 'attempt')::int = 1)`,
    [references, from, until],
  )
  return new Map(
    rows.map(({ id, status, net, transfer_id: transferId, recipient_id: recipientId }) => [
      id,
      { status, net, transferId, recipientId },
    ]),
  )
}

/**
 * Puts the provider's file of a day beside our withdrawals, and tells in what they differ. Changes nothing.
 * @param day of Bangkok, and the time that it is
 * @throws Error when the provider gives no answer: nothing is known then
 */
export async function reconcile(
  { db, provider }: { db: Queryable; provider: Pick<PayoutProvider, 'dayFile' | 'transfersOf'> },
  { day, from, until }: { day: string; from: Date; until: Date },
  onProgress: (done: number, of: number) => void,
): Promise<Reconciliation> {
  const byReference = new Map<string, Transfer[]>()
  for (const transfer of await provider.dayFile(day))
    byReference.set(transfer.reference, [...(byReference.get(transfer.reference) ?? []), transfer])
  const ours = await claimedIn(db, [...byReference.keys()], { from, until })
  const references = [...new Set([...byReference.keys(), ...ours.keys()])]
  const found: Reconciliation = { compared: 0, differences: [] }
  for (const requestId of references) {
    // one that was asked for at midnight may be in the file of the other day
    const transfers = byReference.get(requestId) ?? (await provider.transfersOf(requestId))
    for (const what of differencesOf(ours.get(requestId), transfers))
      found.differences.push({ requestId, what })
    found.compared += 1
    onProgress(found.compared, references.length)
  }
  return found
}
