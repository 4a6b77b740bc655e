import type { Tx } from '@talad/shared/db'
import { toJson } from '@talad/shared/json'
import { type Change, stream } from '@talad/shared/stream'
import { moveCounters, supplyRefusals } from './counters.ts'
import { type Granted, type Holding, type HoldingEvent, holdingEvent } from './events.ts'

type Grant = { type: 'Grant'; by: string; now: Date; granted: Granted }

/** CA-55: what was granted once stays so; whether it is on chain its mint says. */
function decide({ by, now: at, granted }: Grant, holding: Holding | undefined): readonly HoldingEvent[] {
  return holding ? [] : [{ type: 'HoldingGranted', data: { by, at, granted } }]
}

/** The rows of holdings; each counts when it is granted, and not again when it is minted (CA-49). */
async function save(tx: Tx, changes: readonly Change<Holding | undefined, HoldingEvent>[]): Promise<void> {
  const all = changes.flatMap(({ id, state }) =>
    state ? [{ id, ...state.granted, created: state.created }] : [],
  )
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
  evolve: (_, { data }) => ({ granted: data.granted, created: data.at }),
  decide,
  save,
  constraints: {
    ...supplyRefusals,
    holding_automint_once: { code: 'AUTOMINT_TAKEN', field: 'nft.automint_id' }, // CA-48
  },
})
