import { arrayText, columns, type Queryable, type Tx } from '@talad/shared/db'
import { lockKeys } from '@talad/shared/lock-key'
import { linksKey } from '../campaign/links.ts'
import { SUCCESS } from '../campaign/successes.ts'
import type { Definition } from './definition.ts'

/** Holds the limits and links of projects as they are, beside others who decide by them. */
export const holdRules = (tx: Tx, projectIds: readonly string[]) =>
  lockKeys(tx, projectIds.map(linksKey), 'shared')

/**
 * CA-40: locks the counters of campaigns with a limit, by their ids. One that isn't there yet begins with what was given
 * before there was a limit.
 */
export async function lockGlobalCounts(
  tx: Tx,
  campaigns: readonly Pick<Definition, 'id' | 'groupId'>[],
): Promise<Map<string, number>> {
  if (campaigns.length === 0) return new Map()
  const list = campaigns.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await tx.query({
    name: 'campaign.begin_global_counts',
    text: `insert into campaign_use_count (campaign_id, count)
      select c.id, (select count(*) from campaign_trigger t where t.group_id = c.group_id and t.campaign_id = c.id
        and ${SUCCESS})
      from unnest($1::text[], $2::text[]) c (id, group_id)
      where not exists (select 1 from campaign_use_count u where u.campaign_id = c.id)
      order by c.id on conflict do nothing`,
    values: columns(
      list,
      ({ id }) => id,
      ({ groupId }) => groupId,
    ),
  })
  const { rows } = await tx.query<{ campaign_id: string; count: number }>({
    name: 'campaign.lock_global_counts',
    text: `select campaign_id, count from campaign_use_count where campaign_id = any($1::text[])
      order by campaign_id for update`,
    values: [arrayText(list.map(({ id }) => id))],
  })
  return new Map(rows.map(({ campaign_id, count }) => [campaign_id, count]))
}

/** Moves them, as far as the limit goes by which it is decided: the database refuses more. */
export async function moveGlobalCounts(
  tx: Tx,
  moved: readonly { campaignId: string; by: number; most: number | null }[],
): Promise<void> {
  if (moved.length === 0) return
  await tx.query({
    name: 'campaign.move_global_counts',
    text: `update campaign_use_count u set count = u.count + d.by,
        most = case when d.by > 0 then d.most else greatest(u.most, u.count + d.by) end
      from unnest($1::text[], $2::int[], $3::int[]) d (id, by, most) where u.campaign_id = d.id`,
    values: columns(
      moved,
      ({ campaignId }) => campaignId,
      ({ by }) => by,
      ({ most }) => most,
    ),
  })
}

/** An account in a group of linked campaigns (CA-14). */
export type Pair = { groupId: string; accountId: string }
export const pairKey = ({ groupId, accountId }: Pair) => `${groupId} ${accountId}`

/** Its successes there: how many, and when the last ones were, the newest first. */
export type AccountCount = { count: number; newest: Date[] }

const byKey = (a: Pair, b: Pair) => (pairKey(a) < pairKey(b) ? -1 : 1)
const pairColumns = (pairs: readonly Pair[]) =>
  columns(
    pairs,
    ({ groupId }) => groupId,
    ({ accountId }) => accountId,
  )

/** How often accounts were successful, and when last. @param most so many moments are needed */
export async function readAccountCounts(
  tx: Queryable,
  pairs: readonly Pair[],
  most: number,
): Promise<Map<string, AccountCount>> {
  const { rows } = await tx.query<{ group_id: string; account_id: string; count: number; newest: Date[] }>({
    name: 'campaign.account_counts',
    text: `select p.group_id, p.account_id,
        (select count(*)::int from campaign_trigger t
          where t.group_id = p.group_id and t.account_id = p.account_id and ${SUCCESS}) as count,
        array(select t.decided from campaign_trigger t
          where t.group_id = p.group_id and t.account_id = p.account_id and ${SUCCESS}
          order by t.decided desc limit $3) as newest
      from unnest($1::text[], $2::text[]) p (group_id, account_id)`,
    values: [...pairColumns(pairs), most],
  })
  return new Map(
    rows.map(({ group_id: groupId, account_id: accountId, count, newest }) => [
      pairKey({ groupId, accountId }),
      { count, newest },
    ]),
  )
}

/** CA-40: locks the counters of accounts in groups that limit them, in one order; the first use makes the row. */
export async function lockAccountCounts(
  tx: Tx,
  given: readonly Pair[],
  most: number,
): Promise<Map<string, AccountCount>> {
  if (given.length === 0) return new Map()
  const pairs = [...new Map(given.map((pair) => [pairKey(pair), pair])).values()].sort(byKey)
  await tx.query({
    name: 'campaign.begin_account_counts',
    text: `insert into campaign_account_count (group_id, account_id, count)
      select p.group_id, p.account_id, (select count(*) from campaign_trigger t
        where t.group_id = p.group_id and t.account_id = p.account_id and ${SUCCESS})
      from unnest($1::text[], $2::text[]) with ordinality p (group_id, account_id, n)
      where not exists (select 1 from campaign_account_count u
        where u.group_id = p.group_id and u.account_id = p.account_id)
      order by p.n on conflict do nothing`,
    values: pairColumns(pairs),
  })
  const { rows } = await tx.query<{ group_id: string; account_id: string; count: number }>({
    name: 'campaign.lock_account_counts',
    text: `select u.group_id, u.account_id, u.count from campaign_account_count u
      where (u.group_id, u.account_id) in (select * from unnest($1::text[], $2::text[]))
      order by u.group_id, u.account_id for update`,
    values: pairColumns(pairs),
  })
  const records = most === 0 ? undefined : await readAccountCounts(tx, pairs, most)
  return new Map(
    rows.map(({ group_id: groupId, account_id: accountId, count }) => {
      const key = pairKey({ groupId, accountId })
      return [key, { count, newest: records?.get(key)?.newest ?? [] }]
    }),
  )
}

/** How a counter of an account is left, and the limits of the campaign that moved it last. */
export type LeftCount = Pair & AccountCount & { most: number | null; cooldownSeconds: number | null }

/** Writes counters of accounts; the database refuses what is beyond the limit, or too early (CA-12). */
export async function saveAccountCounts(tx: Tx, left: readonly LeftCount[]): Promise<void> {
  if (left.length === 0) return
  await tx.query({
    name: 'campaign.save_account_counts',
    text: `update campaign_account_count u set count = d.count, newest = d.newest::bigint[], most = d.most,
        cooldown_ms = d.cooldown_ms
      from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::int[], $6::bigint[])
        d (group_id, account_id, count, newest, most, cooldown_ms)
      where u.group_id = d.group_id and u.account_id = d.account_id`,
    values: columns(
      left,
      ({ groupId }) => groupId,
      ({ accountId }) => accountId,
      ({ count }) => count,
      ({ newest, most, cooldownSeconds }) =>
        arrayText(
          cooldownSeconds === null ? [] : newest.slice(0, (most ?? 0) + 1).map((at) => BigInt(at.getTime())),
        ),
      ({ most }) => most,
      ({ cooldownSeconds }) => (cooldownSeconds === null ? null : BigInt(cooldownSeconds) * 1_000n),
    ),
  })
}
