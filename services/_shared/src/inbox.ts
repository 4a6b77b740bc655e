import type { Tx } from './db.ts'

/**
 * Takes note that a group handles a message, in the transaction that holds the handler's effects.
 * @param note why nothing was done, when business said no
 * @returns false when the message was handled before: the caller then does nothing
 */
export async function receiveOnce(tx: Tx, group: string, messageId: string, note?: string): Promise<boolean> {
  const result = await tx.query({
    name: 'kit.receive_once',
    text: `insert into kit.inbox (consumer_group, message_id, note) values ($1, $2, $3) on conflict do nothing`,
    values: [group, messageId, note ?? null],
  })
  return result.rowCount === 1
}
