import type { Tx } from '@talad/shared/db'
import { type DecisionCall, decide } from '@talad/shared/decision'
import { Rejection } from '@talad/shared/rejection'
import { changeMany } from '@talad/shared/stream'
import { releaseCoupon } from '../coupon/consume.ts'
import { lockTokens } from '../coupon/locks.ts'
import { areCouponsUsed } from '../coupon/uses.ts'
import type { Deps } from '../deps.ts'
import { holdings } from '../holding/stream.ts'
import { momentsFor } from './batch.ts'
import {
  holdRules,
  lockAccountCounts,
  lockGlobalCounts,
  moveGlobalCounts,
  pairKey,
  saveAccountCounts,
} from './counters.ts'
import { definitionsOf } from './definition.ts'
import { findTrigger, type TriggerRow } from './rows.ts'
import { shownTrigger } from './shown.ts'
import { triggers } from './stream.ts'
import { readSupplies } from './supplies.ts'
import { areUsed, dropUses } from './uses.ts'

/** Whether something was done with what a trigger gave: minted, waiting to be, used for something else, its coupon too. */
async function isTouched(tx: Tx, { rewards, account_id, project_id }: TriggerRow): Promise<boolean> {
  if (rewards.length === 0) return false
  const tokens = rewards.map(({ itemId, itemTokenId: token }) => ({ itemId, token }))
  await lockTokens(tx, tokens)
  const ids = rewards.map(({ holdingId }) => holdingId)
  const { rows } = await tx.query<{ holder_id: string; minted: boolean }>(
    `select h.holder_id, exists (select 1 from mint m where m.holding_id = h.id) as minted
     from holding h where h.id = any($1) order by h.id for update of h`,
    [ids],
  )
  if (rows.length !== ids.length) return true
  if (rows.some(({ holder_id, minted }) => minted || holder_id !== account_id)) return true
  if (await areCouponsUsed(tx, project_id, tokens)) return true
  return areUsed(
    tx,
    tokens.map(({ itemId, token }) => `vitem:${itemId}/${token}`),
  )
}

/** CA-42: the locks of a use, in the order of a use. @returns how the counters are to be left */
async function lock(tx: Tx, row: TriggerRow) {
  const definition = (await definitionsOf(tx, [row.campaign_id])).get(row.campaign_id)
  if (!definition) throw new Error('a campaign that gave something is gone')
  const { id, groupId, limitGlobal, isCounted, cooldownSeconds, limitPerUser } = definition
  if (limitGlobal !== null) await lockGlobalCounts(tx, [definition])
  const pair = { groupId, accountId: row.account_id }
  const accounts = isCounted ? await lockAccountCounts(tx, [pair], momentsFor([definition])) : new Map()
  await readSupplies(tx, [definition], true)
  return {
    async giveBack() {
      if (limitGlobal !== null) await moveGlobalCounts(tx, [{ campaignId: id, by: -1, most: limitGlobal }])
      const { count = 0, newest = [] } = accounts.get(pairKey(pair)) ?? {}
      if (!isCounted) return
      const left = newest.filter((at: Date) => at.getTime() !== row.decided?.getTime())
      const most = limitPerUser === null ? null : Math.max(limitPerUser, count - 1)
      await saveAccountCounts(tx, [{ ...pair, count: count - 1, newest: left, most, cooldownSeconds }])
    },
  }
}

/**
 * CA-42: takes a success back while its reward is untouched. Counters, tokens and the supply are as before.
 * @throws Rejection TRIGGER_NOT_FOUND, TRIGGER_NOT_WON, REWARD_TOUCHED
 */
export function releaseTrigger(
  deps: Pick<Deps, 'db' | 'now'>,
  call: DecisionCall,
  { id, by, note }: { id: string; by: string; note: string },
): Promise<{ trigger: ReturnType<typeof shownTrigger> }> {
  let row: TriggerRow | undefined
  let locked: Awaited<ReturnType<typeof lock>> | undefined
  return decide(deps, triggers, id, {
    call,
    action: 'trigger.release',
    note,
    lock: async (tx) => {
      const before = await findTrigger(tx, id)
      if (before?.status !== 400) return
      await holdRules(tx, [before.project_id])
      row = await findTrigger(tx, id) // ID-35: as a merge that was waited for has left it
      if (row) locked = await lock(tx, row)
    },
    command: async ({ tx, now }) => {
      // as the ones before left it
      row = await findTrigger(tx, id)
      if (!row || row.dry) throw new Rejection('TRIGGER_NOT_FOUND', { field: 'triggerId' })
      const touched = row.status === 400 && row.released === null && (await isTouched(tx, row))
      return { type: 'Release', now, by, note, touched }
    },
    beside: async ({ tx, now }) => {
      if (!row || !locked) throw new Error('a trigger was released without its locks')
      await locked.giveBack()
      await dropUses(tx, id)
      await releaseCoupon(tx, { key: id }, now)
      await changeMany(
        tx,
        row.rewards.map(({ holdingId }) => ({
          stream: holdings,
          id: holdingId,
          command: { type: 'TakeBack' as const, by, now },
        })),
        now,
      )
    },
    answer: async (_, { tx }) => {
      const found = await findTrigger(tx, id)
      if (!found) throw new Rejection('TRIGGER_NOT_FOUND', { field: 'triggerId' })
      return { trigger: shownTrigger(found) }
    },
  })
}
