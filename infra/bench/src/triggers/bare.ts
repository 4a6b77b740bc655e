import type { World } from '@talad/campaign/trigger/testing/world'
import { arrayText } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'

/** A campaign with a limit, and what it gives. */
export type Hot = { id: string; itemId: string; collectionId: string }

/** What somebody pressed: kept before anything is decided, as ours is, so that it survives whatever dies. */
const ASKED = `
  insert into campaign_trigger (id, project_id, campaign_id, group_id, account_id, asked_by, key, asked_hash, caller, dry,
    soft, input, context, status, created)
  select d.id, t.project_id, $3, $3, d.account, 'user:' || d.account, d.id, t.asked_hash, t.caller, false, false, t.input,
    t.context, 100, now()
  from unnest($1::text[], $2::text[]) d (id, account), campaign_trigger t where t.id = $4`

/** One of ours is the pattern of all columns that say nothing of their own, so that rows are as long. */
const DECIDED = `
  with counted as (update campaign_use_count set count = count + $5, most = 100000000 where campaign_id = $3),
    given as (update vitem set last_token = last_token + $5, mint_count = mint_count + $5 where id = $6
      returning last_token - $5 as before),
    above as (update vcollection set mint_count = mint_count + $5 where id = $7),
    one as materialized (select d.id, d.account, d.holding, given.before + d.n as token
      from unnest($1::text[], $2::text[], $8::text[]) with ordinality d (id, account, holding, n), given),
    tokens as (insert into item_token (item_id, number, shared) select $6, token, false from one),
    held as (insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount,
        campaign_id, trigger_id, automint_id, created)
      select o.holding, h.project_id, $7, $6, h.number, o.token, o.account, 'campaign', 1, $3, o.id,
        'trigger ' || o.id || ' prize', now() from one o, holding h where h.trigger_id = $4),
    granted as (insert into kit.event (stream, version, type, data, view, meta, at)
      select 'holding-' || o.holding, 1, e.type, e.data, e.view, e.meta, now() from one o,
        kit.event e where e.stream = (select 'holding-' || id from holding where trigger_id = $4)),
    finished as (insert into kit.event (stream, version, type, data, view, meta, at)
      select 'trigger-' || o.id, 1, e.type, e.data, e.view, e.meta, now() from one o,
        kit.event e where e.stream = 'trigger-' || $4)
  update campaign_trigger c set status = t.status, rewards = t.rewards, versions = t.versions, blocks = t.blocks,
    slots = t.slots, reasons = t.reasons, decided = now() from one o, campaign_trigger t where t.id = $4 and c.id = o.id`

/**
 * Bare set-based SQL that writes the rows of triggers of one campaign with a limit: trigger, counters, token, holding, two
 * events. Nothing is checked.
 * @param pattern the id of a trigger of ours that won
 */
export function bareTriggers({ db, now }: Pick<World, 'db' | 'now'>, hot: Hot, pattern: string) {
  return async (accounts: readonly string[]): Promise<void> => {
    const [ids, holdings] = [accounts.map(() => newId(now())), accounts.map(() => newId(now()))]
    const [id, account] = [arrayText(ids), arrayText(accounts)]
    await db.query({ name: 'bare.asked', text: ASKED, values: [id, account, hot.id, pattern] })
    const own = [accounts.length, hot.itemId, hot.collectionId, arrayText(holdings)]
    await db.query({ name: 'bare.decided', text: DECIDED, values: [id, account, hot.id, pattern, ...own] })
  }
}
