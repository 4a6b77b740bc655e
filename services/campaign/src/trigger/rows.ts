import type { TriggerInput } from '@talad/proto/http/campaign/trigger-shapes'
import type { Context } from '@talad/shared/context'
import { arrayText, type Queryable, type Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import { toJson } from '@talad/shared/json'
import type { Given, Story } from './events.ts'

export type TriggerRow = {
  id: string
  seq: bigint
  project_id: string
  campaign_id: string
  group_id: string
  account_id: string
  asked_by: string
  key: string
  asked_hash: string
  caller: 'user' | 'member' | 'machine'
  dry: boolean
  soft: boolean
  input: TriggerInput
  target: Record<string, string> | null
  context: Context
  status: 100 | 200 | 201 | 202 | 300 | 400
  versions: Story['versions']
  blocks: Story['blocks']
  slots: Story['slots']
  rewards: Given[]
  reasons: (Omit<Story['reasons'][number], 'retryAt'> & { retryAt?: string })[]
  retry_at: Date | null
  created: Date
  decided: Date | null
  released: Date | null
  release_note: string | null
}

/** What somebody asked for, before anything is known of it. */
export type Asked = Pick<
  TriggerRow,
  | 'id'
  | 'project_id'
  | 'campaign_id'
  | 'group_id'
  | 'account_id'
  | 'asked_by'
  | 'key'
  | 'asked_hash'
  | 'caller'
  | 'dry'
  | 'soft'
  | 'input'
  | 'target'
  | 'context'
  | 'created'
>

/** Of what is pressed its campaign says the rest. */
export type Pressed = Omit<Asked, 'project_id' | 'group_id'>

/** Notes what was asked; a dry run with what came of it. @returns undefined where something stands against it */
export async function insertTrigger(
  db: Queryable,
  asked: Asked,
  dry?: { status: 200 | 201 | 300; story: Story; decided: Date },
): Promise<TriggerRow | undefined> {
  const { story } = dry ?? {}
  const values = {
    ...asked,
    input: toJson(asked.input),
    target: asked.target && toJson(asked.target),
    context: toJson(asked.context),
    status: dry?.status ?? 100,
    decided: dry?.decided ?? null,
    ...(story && {
      versions: toJson(story.versions),
      blocks: toJson(story.blocks),
      slots: toJson(story.slots),
      reasons: toJson(story.reasons),
      retry_at: story.retryAt,
    }),
  }
  const all = Object.entries(values)
  const { rows } = await db.query<TriggerRow>(
    `insert into campaign_trigger (${all.map(([column]) => column)}) values (${all.map((_, at) => `$${at + 1}`)})
     on conflict do nothing returning *`,
    all.map(([, value]) => value),
  )
  return rows[0]
}

const NEW = [
  'id',
  'campaign_id',
  'account_id',
  'asked_by',
  'key',
  'asked_hash',
  'caller',
  'dry',
  'soft',
  'input',
]
const COLUMNS = [...NEW, 'target', 'context', 'status', 'created']

/**
 * Notes what was pressed in campaigns that there are, in one statement. Left out is what something stands against: who waits
 * for one that is being decided would hold up all others.
 */
export async function insertPressed(db: Queryable, pressed: readonly Pressed[]): Promise<TriggerRow[]> {
  const { rows } = await db.query<TriggerRow>({
    name: 'campaign.insert_pressed',
    // looked up by keys (scalars): as \`exists\` the planner may read all triggers for it
    text: `insert into campaign_trigger (${COLUMNS}, project_id, group_id)
      select ${COLUMNS.map((column) => `d.${column}`)}, c.project_id, c.group_id
      from json_populate_recordset(null::campaign_trigger, $1) with ordinality d join campaign c on c.id = d.campaign_id
      where (select t.id from campaign_trigger t where t.campaign_id = d.campaign_id and t.account_id = d.account_id
          and t.status = 100 and not t.dry) is null
        and (select t.id from campaign_trigger t where t.asked_by = d.asked_by and t.key = d.key
          and t.status <> 200) is null
      order by d.ordinality on conflict do nothing returning *`,
    values: [toJson(pressed.map((one) => ({ ...one, status: 100 })))],
  })
  return rows
}

/** CA-33: what a key leads to. */
export async function triggerByKey(db: Queryable, askedBy: string, key: string) {
  const { rows } = await db.query<TriggerRow>({
    name: 'campaign.trigger_by_key',
    text: 'select * from campaign_trigger where asked_by = $1 and key = $2 and status <> 200',
    values: [askedBy, key],
  })
  return rows[0]
}

export async function findTrigger(db: Queryable, id: string): Promise<TriggerRow | undefined> {
  return (await db.query<TriggerRow>('select * from campaign_trigger where id = $1', [id])).rows[0]
}

export async function findTriggers(db: Queryable, ids: readonly string[]): Promise<TriggerRow[]> {
  const { rows } = await db.query<TriggerRow>({
    name: 'campaign.find_triggers',
    text: 'select * from campaign_trigger where id = any($1::text[])',
    values: [arrayText(ids)],
  })
  return rows
}

/** Those of some that nobody has decided yet, held in the order in which they were pressed. */
export async function lockPending(tx: Tx, ids: readonly string[]): Promise<TriggerRow[]> {
  const { rows } = await tx.query<TriggerRow>({
    name: 'campaign.lock_pending',
    text: `select * from campaign_trigger where id = any($1::text[]) and status = 100 and not dry
      order by id for update skip locked`,
    values: [arrayText(ids)],
  })
  return rows.sort((a, b) => (a.seq < b.seq ? -1 : 1))
}

/** Those that have waited since before a moment: the process that took them has died, or is away. */
export async function waitingSince(db: Queryable, before: Date, most: number): Promise<TriggerRow[]> {
  const { rows } = await db.query<TriggerRow>(
    `select * from campaign_trigger where status = 100 and not dry and created < $1 order by created limit $2`,
    [before, most],
  )
  return rows
}

type Which = {
  accountId?: string | undefined
  projectId?: string | undefined
  campaignId?: string | undefined
  status?: number | undefined
  dry?: boolean | undefined
  /** false: none that was taken back, true: only those */
  released?: boolean | undefined
}
const WHERE = `where ($1::text is null or account_id = $1) and ($2::text is null or project_id = $2)
  and ($3::text is null or campaign_id = $3) and ($4::int is null or status = $4) and ($5::boolean or not dry)
  and ($6::boolean is null or (released is not null) = $6)`

/** The newest first. */
export async function listTriggers(
  db: Queryable,
  which: Which,
  { size, index, count }: { size: number; index: number; count: boolean | undefined },
) {
  const { accountId, projectId, campaignId, status, dry = false, released } = which
  const values = [accountId, projectId, campaignId, status, dry, released].map((one) => one ?? null)
  const { rows } = await db.query<TriggerRow>(
    `select * from campaign_trigger ${WHERE} order by seq desc limit $7 offset $8`,
    [...values, size, size * index],
  )
  return { list: rows, total: await countIf(count, db, `from campaign_trigger ${WHERE}`, values) }
}

/** CA-45: the latest of an account in each of some campaigns. */
export async function latestTriggers(db: Queryable, accountId: string, campaignIds: readonly string[]) {
  const { rows } = await db.query<TriggerRow>(
    `select t.* from unnest($2::text[]) c (id) cross join lateral (select * from campaign_trigger
       where campaign_id = c.id and account_id = $1 and not dry order by seq desc limit 1) t`,
    [accountId, arrayText([...new Set(campaignIds)])],
  )
  return rows
}
