import type { InMessage } from './bus/port.ts'
import type { Tx } from './db.ts'
import { originOf } from './inbox-floor.ts'

/**
 * Takes note that a group handles a message, in the transaction that holds the handler's effects.
 * @param note why nothing was done, when business said no
 * @returns false when the message was handled before: the caller then does nothing
 */
export async function receiveOnce(tx: Tx, group: string, messageId: string, note?: string): Promise<boolean> {
  const origin = originOf(messageId)
  const result = await tx.query({
    name: 'kit.receive_once',
    text: `
      insert into kit.inbox (consumer_group, message_id, note) select $1, $2, $3
      where not exists (
        select from kit.inbox_floor f where f.consumer_group = $1 and f.source = $4 and f.position >= $5::bigint)
      on conflict do nothing`,
    values: [group, messageId, note ?? null, origin?.source, origin?.position],
  })
  return result.rowCount === 1
}

type Received = { id: string; behind: boolean }

/**
 * Takes note that a group handles messages, in the transaction that holds the handlers' effects. Those that lie behind a
 * parked one of their key are left alone.
 * @returns the ids of those that were not handled before, and of those that lie behind
 */
export async function receive(
  tx: Tx,
  group: string,
  messages: readonly InMessage[],
): Promise<{ fresh: Set<string>; behind: Set<string> }> {
  const origins = messages.map(({ id }) => originOf(id))
  const { rows } = await tx.query<Received>({
    name: 'kit.receive',
    // in the order of the batch, so that two who have the same one don't wait for each other
    text: `
      with given as (
        select id, topic, key, source, position, n
        from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
          with ordinality as m (id, topic, key, source, position, n)),
      behind as (
        select id from given where exists (
          select 1 from kit.dead_letter d
          where d.consumer_group = $1 and d.topic = given.topic and d.key = given.key and d.resolved_at is null)),
      fresh as (
        insert into kit.inbox (consumer_group, message_id)
        select $1, id from given
        where id not in (select id from behind) and not exists (
          select from kit.inbox_floor f
          where f.consumer_group = $1 and f.source = given.source and f.position >= given.position)
        order by n
        on conflict do nothing returning message_id)
      select message_id as id, false as behind from fresh
      union all select id, true as behind from behind`,
    values: [
      group,
      messages.map(({ id }) => id),
      messages.map(({ topic }) => topic),
      messages.map(({ key }) => key),
      origins.map((origin) => origin?.source),
      origins.map((origin) => origin?.position),
    ],
  })
  const idsOf = (wanted: boolean) =>
    new Set(rows.filter(({ behind }) => behind === wanted).map(({ id }) => id))
  return { fresh: idsOf(false), behind: idsOf(true) }
}
