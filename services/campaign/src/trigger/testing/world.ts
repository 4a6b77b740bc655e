import { arrayText, inTx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { changeIn, transact } from '@talad/shared/stream'
import { openUnderTest } from '@talad/shared/testing/under-test'
import { manifest } from '../../../manifest.ts'
import type { Terms } from '../../campaign/events.ts'
import { campaigns } from '../../campaign/stream.ts'
import { service } from '../../service.ts'
import type { HeldTokens } from '../../token/indexer.ts'
import { collections, items } from '../../virtual/stream.ts'
import { createBatcher, type DecidingDeps } from '../batcher.ts'
import { definitionsOf } from '../definition.ts'
import { findTrigger, insertTrigger, type TriggerRow } from '../rows.ts'

const TERMS: Terms = {
  slug: 'fair',
  name: 'Fair',
  description: '',
  paused: false,
  ended: false,
  internal: false,
  public: true,
  automint: { enabled: false, blockchain: null },
  limitGlobal: null,
  limitPerUser: null,
  cooldownSeconds: null,
  tokenReuse: 'never',
  assets: {},
  metadata: {},
  archived: false,
}
const VIRTUAL = {
  name: 'Fair',
  description: '',
  tags: [],
  assets: {},
  attributes: {},
  texts: {},
  theme: {},
  metadata: {},
  payload: null,
  archived: false,
}

export type World = Awaited<ReturnType<typeof openWorldOn>>
let count = 0
export const person = () => `c${String(count++).padStart(23, '0')}`

type Model = { requirements?: readonly object[]; rewards?: readonly object[] }
type Pressing = Partial<Pick<TriggerRow, 'key' | 'soft' | 'caller' | 'input'>>

/**
 * Campaigns and who presses, on a database alone: what is read outside is said by whoever opens it.
 * @param postgres administrator's URL
 */
export async function openWorldOn(postgres: string, batchers = 1) {
  const around = await openUnderTest(service, postgres)
  const projectId = newId()
  const by = 'maker'
  const errors: unknown[] = []
  const log = { warn: () => undefined, error: (about: object) => void errors.push(about) }
  /** what the index says; undefined: it is away */
  const outside: { held: HeldTokens | undefined; crowded?: { wallets: number; answer: HeldTokens | Error } } =
    {
      held: { blockchain: 'kub', block: 100, isLate: false, more: false, tokens: [] },
    }
  const indexer: DecidingDeps['indexer'] = {
    held: async ({ wallets }) => {
      const { crowded } = outside
      if (crowded && wallets.length > crowded.wallets) {
        if (crowded.answer instanceof Error) throw crowded.answer
        return crowded.answer
      }
      if (!outside.held) throw new Error('away')
      return outside.held
    },
  }
  const deps: DecidingDeps = { db: around.db, now: around.now, log, indexer, chain: 'kub', chainId: '3501' }
  const all = Array.from({ length: batchers }, () => createBatcher(deps))

  async function makeItem(
    mintLimit: number | null = null,
    collectionLimit: number | null = null,
    payload: object | null = null,
  ) {
    const now = around.now()
    const [collectionId, itemId] = [newId(now), newId(now)]
    await transact(deps, async (tx) => {
      const create = { type: 'Create' as const, by, now, projectId }
      const slug = `fair_${count++}`
      const above = { ...VIRTUAL, slug, mintLimit: collectionLimit }
      await changeIn(tx, collections, collectionId, { ...create, place: null, terms: above }, now)
      const place = { collectionId, number: 1 }
      await changeIn(
        tx,
        items,
        itemId,
        { ...create, place, terms: { ...VIRTUAL, slug, mintLimit, payload } },
        now,
      )
    })
    return { collectionId, itemId }
  }

  async function known() {
    const { rows } = await around.db.query<{ id: string; collection_id: string }>(
      'select id, collection_id from vitem',
    )
    return {
      collections: new Set(rows.map(({ collection_id }) => collection_id)),
      items: new Map(
        rows.map(({ id, collection_id: collectionId }) => [id, { collectionId, archived: false }]),
      ),
    }
  }

  /** A campaign that is live. @param groupId of those that it is linked with */
  async function makeCampaign(terms: Partial<Terms> = {}, model: Model = {}, groupId?: string) {
    const now = around.now()
    const id = newId(now)
    const judged = {
      model: { requirements: [], rewards: [], ...model },
      known: await known(),
      slotIds: Array.from({ length: 16 }, () => newId(now)),
    }
    const create = { type: 'Create' as const, by, now, projectId, groupId: groupId ?? id, judged }
    await transact(deps, (tx) =>
      changeIn(tx, campaigns, id, { ...create, terms: { ...TERMS, slug: `fair_${count++}`, ...terms } }, now),
    )
    return id
  }

  async function change(id: string, given: Partial<Terms>, groupId?: string) {
    const now = around.now()
    const terms = { partial: true as const, given }
    await transact(deps, (tx) =>
      changeIn(tx, campaigns, id, { type: 'Change', by, now, terms, groupId }, now),
    )
  }

  /** Writes down what somebody presses; undefined where something stands against it. */
  async function ask(campaignId: string, accountId: string, { key, ...more }: Pressing = {}) {
    const definition = (await definitionsOf(around.db, [campaignId])).get(campaignId)
    if (!definition) throw new Error('there is no such campaign')
    const id = newId()
    return insertTrigger(around.db, {
      id,
      project_id: definition.projectId,
      campaign_id: campaignId,
      group_id: definition.groupId,
      account_id: accountId,
      asked_by: `user:${accountId}`,
      key: key ?? id,
      asked_hash: 'same',
      caller: 'user',
      dry: false,
      soft: false,
      input: {},
      target: null,
      context: { correlationId: id },
      created: around.now(),
      ...more,
    })
  }

  let turn = 0
  async function press(campaignId: string, accountId: string, more: Pressing = {}): Promise<TriggerRow> {
    const row = await ask(campaignId, accountId, more)
    if (!row) throw new Error('in flight')
    await all[turn++ % all.length]?.add(row)
    const found = await findTrigger(around.db, row.id)
    if (!found) throw new Error('a trigger is gone')
    return found
  }

  /** Grants tokens of an item, one each, as if they had always been theirs. */
  async function give(itemId: string, holders: readonly string[]): Promise<void> {
    await around.db.query(
      `with item as (update vitem set last_token = last_token + $3, mint_count = mint_count + $3 where id = $1 returning *),
         given as (select h.holder, item.last_token - $3 + h.n as token, item.* from item,
           unnest($2::text[]) with ordinality h (holder, n)),
         tokens as (insert into item_token (item_id, number, shared) select id, token, false from given)
       insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount, created)
       select left(md5(id || token), 24), project_id, collection_id, id, 1, token, holder, 'import', 1, now() from given`,
      [itemId, arrayText(holders), holders.length],
    )
  }
  /** The wallets of accounts, as identity has told them. */
  const link = (accountId: string, wallets: readonly string[]) =>
    around.db.query(
      `insert into account_replica (account_id, revision, wallets) values ($1, 1, $2)
       on conflict (account_id) do update set wallets = excluded.wallets`,
      [accountId, wallets],
    )

  const statuses = async (campaignId: string) => {
    const { rows } = await around.db.query<{ status: number; n: number }>(
      'select status, count(*)::int as n from campaign_trigger where campaign_id = $1 group by 1',
      [campaignId],
    )
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  }
  /** what must always hold and doesn't */
  async function broken(): Promise<string[]> {
    const found: string[] = []
    for (const { description, sql } of manifest.invariants) {
      const { rows } = await around.db.query(sql)
      // projects of these tests have no people
      if (rows.length > 0 && !description.includes('project')) found.push(description)
    }
    return found
  }
  return {
    ...around,
    deps,
    outside,
    errors,
    batchers: all,
    projectId,
    makeItem,
    makeCampaign,
    change,
    ask,
    press,
    give,
    link,
    statuses,
    broken,
    inTx: <T>(work: Parameters<typeof inTx<T>>[1]) => inTx(around.db, work),
    async close() {
      for (const one of all) await one.close()
      await around.close()
    },
  }
}
