import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { moveCounters, supplyRefusals } from './counters.ts'
import { type Granted, type Holding, type HoldingEvent, holdingEvent } from './events.ts'

type Grant = { type: 'Grant'; by: string; now: Date; granted: Granted }
type TakeBack = { type: 'TakeBack'; by: string; now: Date }

/** CA-55: what was granted once stays so, unless its trigger is taken back (CA-42); whether it is on chain its mint says. */
function decide(command: Grant | TakeBack, holding: Holding | undefined): readonly HoldingEvent[] {
  const { by, now: at } = command
  if (command.type === 'TakeBack')
    return holding && !holding.takenBack ? [{ type: 'HoldingTakenBack', data: { by, at } }] : []
  return holding ? [] : [{ type: 'HoldingGranted', data: { by, at, granted: command.granted } }]
}

function evolve(holding: Holding | undefined, { type, data }: HoldingEvent): Holding {
  if (type === 'HoldingGranted') return { granted: data.granted, created: data.at, takenBack: false }
  if (!holding) throw new Error('what nobody was granted is taken back')
  return { ...holding, takenBack: true }
}

type Changes = readonly Change<Holding | undefined, HoldingEvent>[]

async function remove(tx: Tx, changes: Changes): Promise<void> {
  const gone = changes.flatMap(({ id, state }) => (state?.takenBack ? [{ id, ...state.granted }] : []))
  if (gone.length === 0) return
  await tx.query('delete from holding where id = any($1)', [gone.map(({ id }) => id)])
  await moveCounters(
    tx,
    gone.map(({ itemId, collectionId, amount }) => ({ itemId, collectionId, count: -amount, reserve: 0 })),
  )
}

/** The rows of holdings; each counts when it is granted, and not again when it is minted (CA-49). */
async function save(tx: Tx, changes: Changes): Promise<void> {
  await remove(tx, changes)
  const all = changes.flatMap(({ id, state }) =>
    state && !state.takenBack ? [{ id, ...state.granted, created: state.created }] : [],
  )
  if (all.length === 0) return
  const rows = all.map((one) => ({
    id: one.id,
    project_id: one.projectId,
    collection_id: one.collectionId,
    item_id: one.itemId,
    number: one.number,
    item_token_id: one.itemTokenId,
    holder_id: one.holderId,
    origin: one.origin,
    amount: one.amount,
    payload: one.payload,
    campaign_id: one.campaignId,
    trigger_id: one.triggerId,
    automint_id: one.automintId,
    waits_for: one.waitsFor,
    created: one.created,
  }))
  await tx.query({
    name: 'campaign.save_holdings',
    text: `insert into holding (id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount,
        payload, campaign_id, trigger_id, automint_id, waits_for, created)
      select id, project_id, collection_id, item_id, number, item_token_id, holder_id, origin, amount,
        payload, campaign_id, trigger_id, automint_id, waits_for, created
      from json_populate_recordset(null::holding, $1) order by id`,
    values: [toJson(rows)],
  })
  await moveCounters(
    tx,
    all.map(({ itemId, collectionId, amount }) => ({ itemId, collectionId, count: amount, reserve: 0 })),
  )
}

/** What accounts have, on chain or not yet. */
export const holdings = stream({
  name: 'holding',
  event: holdingEvent,
  initial: undefined as Holding | undefined,
  evolve,
  decide,
  save,
  constraints: {
    ...supplyRefusals,
    holding_automint_once: { code: 'AUTOMINT_TAKEN', field: 'nft.automint_id' }, // CA-48
  },
})
