import type { Context } from '@talad/shared/context'
import type { Row } from '@talad/shared/event-log'
import { z } from 'zod'
import { type LedgerEvent, ledgerEvent, type OutcomeEvent } from './events.ts'
import { findFlow } from './flows.ts'
import { upcast } from './former-events.ts'

const balance = z.object({
  customerId: z.string(),
  unit: z.enum(['pt_thb', 'ft_thb']),
  balance: z.coerce.bigint(),
  locked: z.coerce.bigint(),
})

/** What came of one command: the event, and the balances that it changed. */
export type Outcome = {
  /** the command's key */
  key: string
  event: OutcomeEvent
  balances: z.infer<typeof balance>[]
  context: Context
}

/** One row of the log holds all outcomes of a batch: it costs a fraction of a row for each. */
export const BATCH = 'CommandsPosted'
const BATCH_STREAM = 'posting-'
const SINGLE_STREAM = 'transfer-'

const context = z.object({
  correlationId: z.string(),
  causationId: z.string().optional(),
  actor: z.string().optional(),
  site: z.string().optional(),
  traceparent: z.string().optional(),
})
const batchSchema = z.object({
  outcomes: z.array(
    z.object({
      key: z.string(),
      type: z.string(),
      data: z.looseObject({}),
      balances: z.array(balance),
      context,
    }),
  ),
})
const singleSchema = z.looseObject({ balances: z.array(balance).default([]) })

/** The stream of a batch, by its id. */
export function batchStream(batch: string): string {
  return BATCH_STREAM + batch
}

/** As it lies in the log: the flows have a table of their own, the time is that of the row. */
export function toStored({ key, event, balances, context: about }: Outcome): object {
  const { legs: _, at: __, ...data } = event.data
  return { key, type: event.type, data, balances, context: about }
}

/** Reads a stored event of any age. */
export function readEvent(type: string, data: object): LedgerEvent {
  return ledgerEvent.parse(upcast(type, data))
}

function outcomeEvent(type: string, data: object): OutcomeEvent {
  const event = readEvent(type, data)
  if (event.type === 'LogSealed') throw new Error('a link of the hash chain is no outcome of a command')
  return event
}

function singleOutcome({ stream, type, data, meta }: Row): Outcome {
  return {
    key: stream.slice(SINGLE_STREAM.length),
    event: outcomeEvent(type, data),
    balances: singleSchema.parse(data).balances,
    context: meta,
  }
}

/** The outcomes that a row of the log holds, in the order in which they were decided; none in an announcement. */
export function outcomesOf(row: Row): Outcome[] {
  if (row.type !== BATCH) return row.stream.startsWith(SINGLE_STREAM) ? [singleOutcome(row)] : []
  return batchSchema.parse(row.data).outcomes.map((one) => ({
    key: one.key,
    event: outcomeEvent(one.type, { ...one.data, at: row.at }),
    balances: one.balances,
    context: one.context as Context,
  }))
}

/** The (flow event, related id) that an event's flows carry; undefined for one without flows. */
export function flowsOf({ type, data }: OutcomeEvent): [flowEvent: string, relatedId: string] | undefined {
  const row = type === 'CommandRefused' ? undefined : findFlow(data.flow)
  return row && [row.event, data.id]
}
