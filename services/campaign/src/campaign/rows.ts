import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { isId } from '@talad/shared/ids'
import { toJson } from '@talad/shared/json'
import type { Change } from '@talad/shared/stream'
import { z } from 'zod'
import { asksOf } from './asks.ts'
import { type CampaignEvent, type CampaignState, type Model, storedReward } from './events.ts'
import { forgetTriggers } from './uses.ts'

/** CA-31: tags in the order in which they are first named. */
const withTags = ({ requirements, rewards }: CampaignState['artifacts']) => ({
  tags: [...new Set(requirements.map(({ tag }) => tag))],
  requirements,
  rewards,
})

type Saved = Change<CampaignState | undefined, CampaignEvent>

/** Its row, its names, and its model where that was saved (CA-9, CA-16). */
export async function saveCampaign(tx: Tx, { id, state, events }: Saved): Promise<void> {
  if (!state) return
  const { projectId, terms } = state
  if (state.deleted) {
    await tx.query("delete from virtual_slug where kind = 'campaign' and id = $1", [id])
    await tx.query('delete from campaign where id = $1', [id])
    await forgetTriggers(tx, id)
    await tx.query('insert into virtual_deleted (id, project_id) values ($1, $2) on conflict do nothing', [
      id,
      projectId,
    ])
    return
  }
  await tx.query(
    `insert into virtual_slug (project_id, kind, slug, id) select $1, 'campaign', $2, $3
     where not exists (select 1 from virtual_slug where project_id = $1 and kind = 'campaign' and slug = $2 and id = $3)`,
    [projectId, terms.slug, id],
  )
  const changing = {
    slug: terms.slug,
    name: terms.name,
    description: terms.description,
    paused: terms.paused,
    ended: terms.ended,
    internal: terms.internal,
    public: terms.public,
    automint_config: toJson(terms.automint),
    limit_global: terms.limitGlobal,
    limit_per_user: terms.limitPerUser,
    limit_per_user_cooldown: terms.cooldownSeconds,
    token_reuse: terms.tokenReuse,
    assets: toJson(terms.assets),
    metadata: toJson(terms.metadata),
    group_id: state.groupId,
    artifacts: toJson(withTags(state.artifacts)),
    artifacts_version: state.artifactsVersion,
    model_version: state.modelVersion,
    published_model: state.publishedModel,
    asks: asksOf(state.artifacts.requirements),
    archived: terms.archived,
    updated: state.updated,
  }
  const all = Object.entries({ id, project_id: projectId, created: state.created, ...changing })
  await tx.query(
    `insert into campaign (${all.map(([column]) => column)}) values (${all.map((_, at) => `$${at + 1}`)})
     on conflict (id) do update set ${Object.keys(changing).map((column) => `${column} = excluded.${column}`)}`,
    all.map(([, value]) => value),
  )
  const saved = events.findLast((event) => event.type === 'CampaignModelSaved')
  if (saved?.type === 'CampaignModelSaved')
    await tx.query(
      `insert into campaign_model (campaign_id, version, model, updated) values ($1, $2, $3, $4)
       on conflict (campaign_id) do update set version = excluded.version, model = excluded.model,
         updated = excluded.updated`,
      [id, saved.data.version, toJson(saved.data.model), saved.data.at],
    )
}

const row = z.object({
  id: z.string(),
  project_id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  paused: z.boolean(),
  ended: z.boolean(),
  internal: z.boolean(),
  public: z.boolean(),
  automint_config: z.object({ enabled: z.boolean(), blockchain: z.string().nullable() }),
  limit_global: z.int().nullable(),
  limit_per_user: z.int().nullable(),
  limit_per_user_cooldown: z.int().nullable(),
  token_reuse: z.enum(['never', 'window', 'always']),
  assets: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  group_id: z.string(),
  /** requirements as `live.ts` reads them, once for a version */
  artifacts: z.object({
    tags: z.array(z.string()),
    requirements: z.array(z.looseObject({})),
    rewards: z.array(storedReward),
  }),
  artifacts_version: z.int(),
  model_version: z.int(),
  published_model: z.int(),
  archived: z.boolean(),
  created: z.date(),
  updated: z.date(),
  /** CA-5: its project is */
  project_archived: z.boolean(),
})
export type CampaignRow = z.infer<typeof row>

const COLUMNS = `c.*, coalesce(p.archived, false) as project_archived`
const FROM = 'from campaign c left join project p on p.id = c.project_id'

/** One by its id; by its slug, also one that it had before, where the project is known (CA-9). */
export async function findCampaign(
  db: Queryable,
  idOrSlug: string,
  projectId?: string,
): Promise<CampaignRow | undefined> {
  const { rows } = await db.query(
    isId(idOrSlug)
      ? `select ${COLUMNS} ${FROM} where c.id = $1 and ($2::text is null or c.project_id = $2)`
      : `select ${COLUMNS} ${FROM} join virtual_slug n on n.id = c.id
         where n.kind = 'campaign' and n.slug = $1 and n.project_id = $2`,
    [idOrSlug, projectId ?? null],
  )
  return rows[0] && row.parse(rows[0])
}

/** Those that there are of some, by their ids. */
export async function findCampaigns(db: Queryable, ids: readonly string[]): Promise<CampaignRow[]> {
  const { rows } = await db.query(`select ${COLUMNS} ${FROM} where c.id = any($1) order by c.id`, [ids])
  return z.array(row).parse(rows)
}

/** CA-14: all that are linked with each other, by their ids. */
export async function findGroup(db: Queryable, groupId: string): Promise<CampaignRow[]> {
  const { rows } = await db.query(`select ${COLUMNS} ${FROM} where c.group_id = $1 order by c.id`, [groupId])
  return z.array(row).parse(rows)
}

/** CA-32: what runs for everybody and is about one of some names, the newest first. */
export async function findRunning(
  db: Queryable,
  asks: readonly string[],
  most: number,
): Promise<CampaignRow[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} ${FROM} where c.asks && $1 and c.public and not c.internal and not c.archived and not c.paused
       and not c.ended and c.artifacts_version > 0 and not coalesce(p.archived, false)
     order by c.created desc, c.id desc limit $2`,
    [asks, most],
  )
  return z.array(row).parse(rows)
}

/** `open`: only what everybody is shown in lists (CA-10) */
type Asked = { projectId: string; open: boolean }
const whereOf = ({ open }: Asked) =>
  `where c.project_id = $1 ${open ? 'and c.public and not c.internal and not c.archived and c.artifacts_version > 0' : ''}`

/** The newest first. */
export async function listCampaigns(
  db: Queryable,
  asked: Asked & { size: number; index: number },
): Promise<CampaignRow[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} ${FROM} ${whereOf(asked)} order by c.created desc, c.id desc limit $2 offset $3`,
    [asked.projectId, asked.size, asked.index * asked.size],
  )
  return z.array(row).parse(rows)
}

export const countCampaigns = (db: Queryable, asked: Asked) =>
  countIf(true, db, `from campaign c ${whereOf(asked)}`, [asked.projectId])

export type ModelRow = { campaign_id: string; version: number; model: Model; updated: Date }

/** CA-16: what was saved last; undefined: nothing was. */
export async function findModel(db: Queryable, id: string): Promise<ModelRow | undefined> {
  return (await db.query<ModelRow>('select * from campaign_model where campaign_id = $1', [id])).rows[0]
}
