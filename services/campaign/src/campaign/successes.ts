import { columns, type Queryable } from '@talad/shared/db'

/** Of a trigger `t`: it gave something, and wasn't taken back. */
export const SUCCESS = `t.status = 400 and t.released is null`

/** How often campaigns were successful, by what is recorded of it. */
export async function readGlobalCounts(
  db: Queryable,
  campaigns: readonly { id: string; groupId: string }[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; count: number }>({
    name: 'campaign.global_counts',
    text: `select c.id, coalesce((select u.count from campaign_use_count u where u.campaign_id = c.id),
        (select count(*)::int from campaign_trigger t where t.group_id = c.group_id and t.campaign_id = c.id
          and ${SUCCESS})) as count
      from unnest($1::text[], $2::text[]) c (id, group_id)`,
    values: columns(
      campaigns,
      ({ id }) => id,
      ({ groupId }) => groupId,
    ),
  })
  return new Map(rows.map(({ id, count }) => [id, count]))
}
