import { createHash } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { NotificationGivenSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Change, changeIn, stream } from '@talad/shared/stream'
import { NOTIFICATION_TOPIC } from '../../manifest.ts'
import { decide, type Give, type Told } from './decide.ts'
import { type NotificationEvent, notificationEvent } from './events.ts'

async function save(tx: Tx, { events }: Change<boolean, NotificationEvent>): Promise<void> {
  for (const { data } of events) {
    await tx.query(
      `insert into notification (id, account_id, kind, created_at, asset, range, quantity, amount, shipping_id,
         withdrawal_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        data.notificationId,
        data.accountId,
        data.kind,
        data.at,
        data.asset === undefined ? null : toJson(data.asset),
        data.range === undefined ? null : toJson(data.range),
        data.quantity ?? null,
        data.amount ?? null,
        data.shippingId ?? null,
        data.withdrawalId ?? null,
      ],
    )
  }
}

/** One thing that somebody is told, known by its kind and what it is about: who hears of it twice is told once. */
export const notifications = stream<boolean, Give, NotificationEvent>({
  name: 'notification',
  event: notificationEvent,
  initial: false,
  evolve: () => true,
  decide,
  publish: ({ event: { data } }) => [
    outgoing(NOTIFICATION_TOPIC, data.accountId, NotificationGivenSchema, {
      notificationId: data.notificationId,
      accountId: data.accountId,
      kind: data.kind,
      at: timestampFromDate(data.at),
    }),
  ],
  save,
})

/** GW-12: the time, and what follows from what is told: heard of again it has the same id. */
function idOf(kind: string, subject: string, at: Date): string {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(Math.floor(at.getTime() / 1_000))
  return time.toString('hex') + createHash('sha256').update(`${kind} ${subject}`).digest('hex').slice(0, 16)
}

/** Tells people of what happened, with the transaction that heard of it. */
export async function give(tx: Tx, told: readonly Told[], at: Date): Promise<void> {
  for (const { subject, notice } of told) {
    const { kind } = notice
    const command = { type: 'Give' as const, id: idOf(kind, subject, at), notice, at }
    await changeIn(tx, notifications, `${kind}-${subject}`, command, at)
  }
}
