import { cancelJobs, enqueueAll, type TxJob } from '@talad/shared/chain/tx-queue'
import type { Tx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import type { Deps } from '../deps.ts'
import { batching } from './batching.ts'
import { type Deployable, queueOf } from './minter.ts'

const BATCH = 'batch:'
const CONTRACT = 'contract:'

/** A mint never fails by its age (CA-46): no deadline is ever reached. */
const NEVER = new Date('9999-12-31T00:00:00Z')

/** The job of the chain queue that mints a batch. */
export const batchJob = (batchId: string) => BATCH + batchId

/** What a job of the chain queue is for. */
export function subjectOf({ id }: Pick<TxJob, 'id'>): { batchId: string } | { contractId: string } {
  if (id.startsWith(BATCH)) return { batchId: id.slice(BATCH.length) }
  return { contractId: id.slice(CONTRACT.length).replace(/\..*$/, '') }
}

/** Hands a deployment to the lane of its contract. @param tries how often it was asked for; each is a transaction of its own */
export const sendDeployment = (tx: Tx, { minter }: Deps, id: string, terms: Deployable, tries: number) =>
  enqueueAll(tx, [
    {
      id: `${CONTRACT}${id}.${tries}`,
      queue: queueOf(terms.lane),
      to: terms.factory,
      data: minter.deploymentData(terms),
      deadline: NEVER,
    },
  ])

export type Waiting = { id: string; chain_key: string; receiver: string; token_id: string }
type To = { contractId: string; lane: string; address: string }

/** Makes a batch of mints and hands it to the lane, in the transaction that takes them out of those that wait. */
export async function sendBatch(
  tx: Tx,
  deps: Pick<Deps, 'minter'>,
  { contractId, lane, address }: To,
  mints: readonly Waiting[],
  now: Date,
): Promise<void> {
  const id = newId(now)
  await tx.query(
    `insert into mint_batch (id, contract_id, lane, tx_status, created) values ($1, $2, $3, 'pending', $4)`,
    [id, contractId, lane, now],
  )
  await tx.query(
    `with held as materialized (select id from mint where id = any($2) order by id for update)
     update mint m set batch_id = $1 from held where m.id = held.id`,
    [id, mints.map((mint) => mint.id)],
  )
  const data = deps.minter.batchData(
    mints.map(({ chain_key: key, receiver, token_id: tokenId }) => ({ key, receiver, tokenId })),
  )
  await enqueueAll(tx, [{ id: batchJob(id), queue: queueOf(lane), to: address, data, deadline: NEVER }])
}

/** Has what is open of batches wait for another one. */
export async function leaveBatches(tx: Tx, batchIds: readonly string[]): Promise<void> {
  await tx.query(
    `with held as materialized (
       select id from mint where batch_id = any($1) and state = 'open' order by id for update)
     update mint m set batch_id = null from held where m.id = held.id`,
    [batchIds],
  )
}

/** Takes batches back of which nothing is signed: their mints wait for another one. @returns how many these were */
export async function takeBackBatches(tx: Tx, batchIds: readonly string[], now: Date): Promise<number> {
  const taken = await cancelJobs(tx, batchIds.map(batchJob))
  const ids = batchIds.filter((id) => taken.has(batchJob(id)))
  if (ids.length === 0) return 0
  const { rows } = await tx.query<{ contract_id: string }>(
    `update mint_batch set ended = true, tx_status = 'canceled' where id = any($1) returning contract_id`,
    [ids],
  )
  await leaveBatches(tx, ids)
  await batching(tx, new Map(rows.map(({ contract_id }) => [contract_id, now])))
  return ids.length
}
