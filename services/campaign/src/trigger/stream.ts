import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { Rejection } from '@talad/shared/rejection'
import { type Change, stream, wholeState } from '@talad/shared/stream'
import {
  type Finished,
  type Story,
  type Trigger,
  type TriggerEvent,
  triggerEvent,
  triggerState,
} from './events.ts'
import { publish } from './publish.ts'

type Finish = { type: 'Finish'; now: Date; finished: Finished; story: Story }
/** CA-42: `touched`: something was done with what it gave */
type Release = { type: 'Release'; now: Date; by: string; note: string; touched: boolean }
export type TriggerCommand = Finish | Release

/** @throws Rejection TRIGGER_NOT_FOUND, TRIGGER_NOT_WON, REWARD_TOUCHED */
export function decideTrigger(
  command: TriggerCommand,
  trigger: Trigger | undefined,
): readonly TriggerEvent[] {
  const { now: at } = command
  if (command.type === 'Finish') {
    const { finished, story } = command
    return trigger ? [] : [{ type: 'TriggerFinished', data: { at, finished, story } }] // CA-33: final
  }
  if (!trigger) throw new Rejection('TRIGGER_NOT_FOUND', { field: 'triggerId' })
  if (trigger.released) return []
  if (trigger.finished.status !== 400) throw new Rejection('TRIGGER_NOT_WON', { field: 'triggerId' }) // CA-42
  if (command.touched) throw new Rejection('REWARD_TOUCHED', { field: 'triggerId' }) // CA-42
  return [{ type: 'TriggerReleased', data: { at, by: command.by, note: command.note } }]
}

function evolve(trigger: Trigger | undefined, { type, data }: TriggerEvent): Trigger {
  if (type === 'TriggerFinished') return { finished: data.finished, released: false }
  if (!trigger) throw new Error('a trigger that nobody pressed was released')
  return { ...trigger, released: true }
}

type Changes = readonly Change<Trigger | undefined, TriggerEvent>[]

async function saveFinished(tx: Tx, changes: Changes): Promise<void> {
  const rows = changes.flatMap(({ id, events }) =>
    events.flatMap(({ type, data }) =>
      type === 'TriggerFinished'
        ? {
            id,
            group_id: data.finished.groupId,
            status: data.finished.status,
            rewards: data.finished.rewards,
            versions: data.story.versions,
            blocks: data.story.blocks,
            slots: data.story.slots,
            reasons: data.story.reasons,
            retry_at: data.story.retryAt,
            decided: data.at,
          }
        : [],
    ),
  )
  if (rows.length === 0) return
  const { rowCount } = await tx.query({
    name: 'campaign.save_triggers',
    text: `update campaign_trigger t set group_id = d.group_id, status = d.status, rewards = d.rewards,
        versions = d.versions, blocks = d.blocks, slots = d.slots, reasons = d.reasons, retry_at = d.retry_at,
        decided = d.decided
      from json_populate_recordset(null::campaign_trigger, $1) d where t.id = d.id and t.status = 100`,
    values: [toJson(rows)],
  })
  if (rowCount !== rows.length) throw new Error('a trigger was decided that is not pending')
}

/** The rows of triggers beside what was decided of them. */
async function save(tx: Tx, changes: Changes): Promise<void> {
  await saveFinished(tx, changes)
  for (const { id, events } of changes)
    for (const { type, data } of events)
      if (type === 'TriggerReleased')
        await tx.query(
          'update campaign_trigger set released = $2, released_by = $3, release_note = $4 where id = $1',
          [id, data.at, data.by, data.note],
        )
}

/** What came of pressing. */
export const triggers = stream({
  name: 'trigger',
  event: triggerEvent,
  initial: undefined as Trigger | undefined,
  evolve,
  decide: decideTrigger,
  publicState: wholeState(triggerState),
  publish,
  save,
})
