import {
  type campaign,
  type difference,
  draftReward,
  type openCampaign,
} from '@talad/proto/http/campaign/campaign-shapes'
import type { Queryable } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import type { z } from 'zod'
import type { Model } from './events.ts'
import { savedRequirements } from './live.ts'
import type { CampaignRow } from './rows.ts'
import { readGlobalCounts } from './successes.ts'

/** CA-11: how often campaigns with a limit give still. */
async function leftOf(db: Queryable, rows: readonly CampaignRow[]) {
  const limited = rows.filter(({ limit_global }) => limit_global !== null)
  const asked = limited.map(({ id, group_id: groupId }) => ({ id, groupId }))
  const given = asked.length === 0 ? new Map<string, number>() : await readGlobalCounts(db, asked)
  return ({ id, limit_global: limit }: CampaignRow) =>
    // a limit may be set below what was given before
    limit === null ? null : Math.max(0, limit - (given.get(id) ?? 0))
}

const openOf = (row: CampaignRow, left: number | null): z.input<typeof openCampaign> => ({
  _id: row.id,
  project_id: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  paused: row.paused,
  ended: row.ended,
  internal: row.internal,
  public: row.public,
  archived: row.archived,
  automint_config: row.automint_config,
  limit_global: row.limit_global,
  left,
  limit_per_user: row.limit_per_user,
  limit_per_user_cooldown: row.limit_per_user_cooldown,
  token_reuse: row.token_reuse,
  assets: row.assets,
  metadata: row.metadata,
  artifacts: { ...row.artifacts, requirements: savedRequirements(row.artifacts.requirements) },
  artifacts_version: row.artifacts_version,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
})

/** What everybody may know of campaigns that they may read. */
export async function shownOpen(db: Queryable, rows: readonly CampaignRow[]) {
  const left = await leftOf(db, rows)
  return rows.map((row) => openOf(row, left(row)))
}

/** CA-14: the others of the groups of campaigns, by id of the campaign. */
async function mates(db: Queryable, rows: readonly CampaignRow[]): Promise<Map<string, string[]>> {
  const { rows: all } = await db.query<{ id: string; group_id: string }>(
    'select id, group_id from campaign where group_id = any($1) order by id',
    [[...new Set(rows.map(({ group_id }) => group_id))]],
  )
  const of = ({ id, group_id }: CampaignRow) =>
    all.filter((one) => one.group_id === group_id && one.id !== id).map((one) => one.id)
  return new Map(rows.map((row) => [row.id, of(row)]))
}

/** Campaigns as their project's people see them. */
export async function shown(db: Queryable, rows: readonly CampaignRow[]) {
  const [linked, left] = [await mates(db, rows), await leftOf(db, rows)]
  return rows.map(
    (row): z.input<typeof campaign> => ({
      ...openOf(row, left(row)),
      linked_campaigns: linked.get(row.id) ?? [],
      model_version: row.model_version,
      published_model: row.published_model,
    }),
  )
}

/** CA-16: what making a model live would change, slot by slot and reward by reward; empty: nothing. */
export function differenceOf({ artifacts }: CampaignRow, model: Model): z.input<typeof difference> {
  const [before, after] = [artifacts.requirements, model.requirements].map((saved) =>
    Map.groupBy(savedRequirements(saved), ({ slotId }) => slotId),
  )
  const drafted = draftReward.array().parse(model.rewards ?? [])
  const given = artifacts.rewards.map((one) => draftReward.parse(one))
  const ids = [...new Set([before, after].flatMap((slots) => [...(slots?.keys() ?? [])]))]
  const tags = [...new Set([...given, ...drafted].map(({ tag }) => tag))]
  const isOther = ({ live, draft }: { live: unknown; draft: unknown }) => toJson(live) !== toJson(draft)
  const reward = (list: typeof given, tag: string) => list.find((one) => one.tag === tag) ?? null
  return {
    slots: ids
      .map((slotId) => ({ slotId, live: before?.get(slotId) ?? [], draft: after?.get(slotId) ?? [] }))
      .filter(isOther),
    rewards: tags
      .map((tag) => ({ tag, live: reward(given, tag), draft: reward(drafted, tag) }))
      .filter(isOther),
  }
}
