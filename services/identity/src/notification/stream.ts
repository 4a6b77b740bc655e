import { createHash } from 'node:crypto'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { NotificationGivenSchema } from '@talad/proto/identity/v1/events'
import { outgoing } from '@talad/shared/bus/port'
import type { Context } from '@talad/shared/context'
import { columns, type Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Change, changeMany, stream } from '@talad/shared/stream'
import { NOTIFICATION_TOPIC } from '../../manifest.ts'
import { decide, type Give, type Told } from './decide.ts'
import { type NotificationEvent, notificationEvent } from './events.ts'

async function save(tx: Tx, changes: readonly Change<boolean, NotificationEvent>[]): Promise<void> {
  const rows = changes.flatMap(({ events }) => events.map(({ data }) => data))
  const json = (value: object | undefined) => (value === undefined ? null : toJson(value))
  await tx.query({
    name: 'notification.save',
    text: `insert into notification (id, account_id, kind, created_at, asset, range, quantity, amount, shipping_id,
       withdrawal_id, terms, sender, reason, domain)
     select id, account_id, kind, created_at, asset::json, range::jsonb, quantity, amount, shipping_id, withdrawal_id,
       terms::jsonb, sender, reason, domain
     from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::numeric[],
       $8::numeric[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
       as n (id, account_id, kind, created_at, asset, range, quantity, amount, shipping_id, withdrawal_id, terms,
         sender, reason, domain)`,
    values: columns(
      rows,
      (data) => data.notificationId,
      (data) => data.accountId,
      (data) => data.kind,
      (data) => data.at.toISOString(),
      (data) => json(data.asset),
      (data) => json(data.range),
      (data) => data.quantity ?? null,
      (data) => data.amount ?? null,
      (data) => data.shippingId ?? null,
      (data) => data.withdrawalId ?? null,
      (data) => json(data.terms),
      (data) => data.sender ?? null,
      (data) => data.reason ?? null,
      (data) => data.domain ?? null,
    ),
  })
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
export function notificationIdOf(kind: string, subject: string, at: Date): string {
  const time = Buffer.alloc(4)
  time.writeUInt32BE(Math.floor(at.getTime() / 1_000))
  return time.toString('hex') + createHash('sha256').update(`${kind} ${subject}`).digest('hex').slice(0, 16)
}

/** What is to be told, when it happened, and who caused it, where that isn't whoever causes the rest. */
export type News = { told: readonly Told[]; at: Date; context?: Context }

/** Tells people of what happened, with the transaction that noted it. */
export async function give(tx: Tx, ...news: readonly News[]): Promise<void> {
  const asked = news.flatMap(({ told, at, context }) =>
    told.map(({ subject, notice }) => {
      const { kind } = notice
      const command = { type: 'Give' as const, id: notificationIdOf(kind, subject, at), notice, at }
      return { stream: notifications, id: `${kind}-${subject}`, command, ...(context && { context }) }
    }),
  )
  const [first] = news
  if (first && asked.length > 0) await changeMany(tx, asked, first.at)
}
