import { arrayText, type Tx } from '@talad/shared/db'
import { VersionConflict } from '@talad/shared/event-log'
import { changeMany } from '@talad/shared/stream'
import { decide } from '../requirement/decide.ts'
import {
  holdRules,
  type LeftCount,
  lockAccountCounts,
  lockGlobalCounts,
  moveGlobalCounts,
  pairKey,
  saveAccountCounts,
} from './counters.ts'
import { couponState, holdCoupons, useCoupon } from './coupon.ts'
import { type Definition, definitionsOf } from './definition.ts'
import type { Finished } from './events.ts'
import { grantAll } from './grant.ts'
import type { Outside } from './outside.ts'
import { lockPending, type TriggerRow } from './rows.ts'
import { knownOf, type Pressed, selectionsOf, snapshotOf } from './snapshot.ts'
import { type Decided, type Mutable, spend, usesFor } from './spend.ts'
import { statusOf, storyOf } from './story.ts'
import { triggers } from './stream.ts'
import { readSupplies } from './supplies.ts'
import { readUses, saveUses } from './uses.ts'
import { readVirtual, virtualNames } from './virtual.ts'

export const pressedOf = (
  row: Pick<TriggerRow, 'caller' | 'soft' | 'input' | 'account_id'>,
  groupId: string,
) =>
  ({
    groupId,
    accountId: row.account_id,
    caller: row.caller,
    soft: row.soft,
    selections: selectionsOf(row.input.selections ?? {}),
  }) satisfies Pressed

/** So many successes of an account have to be known for its limits (CA-12). */
export const momentsFor = (definitions: Iterable<Definition>) =>
  Math.max(
    0,
    ...[...definitions].flatMap(({ cooldownSeconds, limitPerUser }) =>
      cooldownSeconds === null ? [] : (limitPerUser ?? 1) + 1,
    ),
  )

/** CA-40: locks all that these may change, in one order for everybody, and reads what holds now. */
async function readInside(
  tx: Tx,
  rows: readonly TriggerRow[],
  {
    definitions,
    outside,
    now,
  }: { definitions: ReadonlyMap<string, Definition>; outside: Outside; now: Date },
) {
  const all = [...definitions.values()]
  const of = (row: TriggerRow) => definitions.get(row.campaign_id)
  const global = await lockGlobalCounts(
    tx,
    all.filter(({ limitGlobal }) => limitGlobal !== null),
  )
  const pairs = rows.flatMap((row) => {
    const definition = of(row)
    return definition?.isCounted ? [{ groupId: definition.groupId, accountId: row.account_id }] : []
  })
  const accounts = await lockAccountCounts(tx, pairs, momentsFor(all))
  const { supplies, contracts } = await readSupplies(tx, all, true)
  const accountIds = [...new Set(rows.map(({ account_id }) => account_id))]
  const virtual = await readVirtual(tx, accountIds, virtualNames(all))
  const known = new Map(accountIds.map((id) => [id, knownOf(id, outside, virtual)]))
  const uses = await readUses(
    tx,
    rows.flatMap((row) => {
      const groupId = of(row)?.groupId
      return groupId === undefined
        ? []
        : (known.get(row.account_id) ?? []).map(({ name: token }) => ({ groupId, token }))
    }),
  )
  const inside: Mutable = { now, global, accounts, virtual, supplies: new Map(supplies), uses }
  return { inside, known, contracts }
}

/** CA-40: counters by which it was decided, written once each. */
async function saveCounters(tx: Tx, won: readonly Decided[], inside: Mutable): Promise<void> {
  const global = Map.groupBy(
    won.filter(({ definition }) => definition.limitGlobal !== null),
    ({ definition }) => definition.id,
  )
  await moveGlobalCounts(
    tx,
    [...global].map(([campaignId, some]) => ({
      campaignId,
      by: some.length,
      most: some[0]?.definition.limitGlobal ?? null,
    })),
  )
  const accounts = new Map<string, LeftCount>()
  for (const { row, definition } of won) {
    if (!definition.isCounted) continue
    const { groupId, limitPerUser, cooldownSeconds } = definition
    const pair = { groupId, accountId: row.account_id }
    const left = inside.accounts.get(pairKey(pair)) ?? { count: 0, newest: [] }
    const most = limitPerUser ?? (cooldownSeconds === null ? null : 1)
    accounts.set(pairKey(pair), { ...pair, ...left, most, cooldownSeconds })
  }
  await saveAccountCounts(tx, [...accounts.values()])
}

/** Holds the virtual tokens that are used: whoever takes one back waits, or had come first. */
async function holdVirtual(tx: Tx, won: readonly Decided[]): Promise<boolean> {
  const used = won.flatMap(({ row, tokens }) =>
    tokens.flatMap(({ chain, virtual }) =>
      virtual && !chain ? [{ ...virtual, holder: row.account_id }] : [],
    ),
  )
  if (used.length === 0) return true
  const { rows } = await tx.query<{ item_id: string; item_token_id: bigint; holder_id: string }>(
    `select h.item_id, h.item_token_id, h.holder_id from holding h
     where (h.item_id, h.item_token_id, h.holder_id) in (select * from unnest($1::text[], $2::bigint[], $3::text[]))
     order by h.id for key share`,
    [
      arrayText(used.map(({ itemId }) => itemId)),
      arrayText(used.map(({ tokenId }) => tokenId)),
      arrayText(used.map(({ holder }) => holder)),
    ],
  )
  const left = new Set(rows.map((row) => `${row.item_id} ${row.item_token_id} ${row.holder_id}`))
  return used.every(({ itemId, tokenId, holder }) => left.has(`${itemId} ${tokenId} ${holder}`))
}

const LOCK_WAIT = '3s'

/**
 * Decides all that is still pending of some triggers in one transaction, in the order in which they were pressed, each by
 * what those before it leave (CA-40, CA-43). Statements are for all of them.
 * @returns those that were not decided: what was read outside is of another version of their campaign, or that is gone
 * @throws VersionConflict where somebody used a token meanwhile: it is run again
 */
export async function decideBatch(
  tx: Tx,
  ids: readonly string[],
  { outside, chainId, now }: { outside: Outside; chainId: string; now: Date },
): Promise<string[]> {
  await tx.query(`set local lock_timeout = '${LOCK_WAIT}'`)
  const pending = await lockPending(tx, ids)
  if (pending.length === 0) return []
  await holdRules(tx, [...new Set(pending.map(({ project_id }) => project_id))])
  const definitions = await definitionsOf(
    tx,
    pending.map(({ campaign_id }) => campaign_id),
  )
  const isCurrent = ({ campaign_id: id }: TriggerRow) => {
    const definition = definitions.get(id)
    return definition !== undefined && definition.versions.artifacts === outside.versions.get(id)
  }
  const rows = pending.filter(isCurrent)
  const { inside, known, contracts } = await readInside(tx, rows, { definitions, outside, now })
  const taken = new Map<string, Set<number>>()
  const typed = rows.flatMap((row) => {
    const definition = definitions.get(row.campaign_id)
    return definition ? [{ row, definition, known: known.get(row.account_id) ?? [] }] : []
  })
  await holdCoupons(tx, typed, now)
  const decided: Decided[] = []
  for (const about of typed) {
    const { row, definition, known: own } = about
    const coupon = await couponState(tx, about, now)
    const pressed = pressedOf(row, definition.groupId)
    const verdict = decide({ ...snapshotOf(pressed, definition, own, { outside, inside }), coupon })
    if (verdict.outcome !== 'met') {
      decided.push({ row, definition, verdict, uses: [], tokens: [] })
      continue
    }
    await useCoupon(tx, about, now)
    const one = { row, definition, verdict, ...usesFor({ row, definition, verdict }, own, { inside, taken }) }
    spend(one, inside)
    decided.push(one)
  }
  const won = decided.filter(({ verdict }) => verdict.outcome === 'met')
  await saveCounters(tx, won, inside)
  const held = await holdVirtual(tx, won)
  if (
    !held ||
    !(await saveUses(
      tx,
      won.flatMap(({ uses }) => uses),
    ))
  )
    throw new VersionConflict('token use', 0)
  const given = await grantAll(
    tx,
    won.map(({ row, definition, verdict }) => ({
      triggerId: row.id,
      accountId: row.account_id,
      context: row.context,
      definition,
      rewards: definition.rewards.filter(({ tag }) => verdict.rewards.includes(tag)),
    })),
    contracts,
    { chainId, now },
  )
  await changeMany(
    tx,
    decided.map(({ row, definition, verdict, tokens }) => {
      const finished: Finished = {
        projectId: definition.projectId,
        campaignId: definition.id,
        groupId: definition.groupId,
        accountId: row.account_id,
        status: statusOf(verdict),
        tokens,
        rewards: given.get(row.id) ?? [],
      }
      const story = storyOf(verdict, definition.versions)
      const command = { type: 'Finish' as const, now, finished, story }
      return { stream: triggers, id: row.id, command, context: row.context }
    }),
    now,
  )
  return pending.filter((row) => !isCurrent(row)).map(({ id }) => id)
}
