import type { Context } from '@talad/shared/context'
import type { Row } from '@talad/shared/event-log'
import { z } from 'zod'
import { type LedgerEvent, ledgerEvent } from './events.ts'

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
  event: LedgerEvent
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

/** The stream of a batch, named by its first command: that one is posted once, so no other batch has the name. */
export function batchStream(firstKey: string): string {
  return BATCH_STREAM + firstKey
}

/** As it lies in the log: the flows have a table of their own, the time is that of the row. */
export function toStored({ key, event, balances, context: about }: Outcome): object {
  const { legs: _, at: __, ...data } = event.data
  return { key, type: event.type, data, balances, context: about }
}

function singleOutcome({ stream, type, data, meta }: Row): Outcome {
  return {
    key: stream.startsWith(SINGLE_STREAM) ? stream.slice(SINGLE_STREAM.length) : stream,
    event: ledgerEvent.parse({ type, data }),
    balances: singleSchema.parse(data).balances,
    context: meta,
  }
}

/** The outcomes of a stored event, in the order in which they were decided. */
export function outcomesOf(row: Row): Outcome[] {
  if (row.type !== BATCH) return [singleOutcome(row)]
  return batchSchema.parse(row.data).outcomes.map((one) => ({
    key: one.key,
    event: ledgerEvent.parse({ type: one.type, data: { ...one.data, at: row.at } }),
    balances: one.balances,
    context: one.context as Context,
  }))
}

/** Whether a row of the log moved money or refused to; the others are announcements. */
export function isPosting({ stream }: Pick<Row, 'stream'>): boolean {
  return stream.startsWith(BATCH_STREAM) || stream.startsWith(SINGLE_STREAM)
}

/** The (flow event, related id) that an event's flows carry; undefined for one without flows. */
export function flowsOf(event: LedgerEvent): [flowEvent: string, relatedId: string] | undefined {
  switch (event.type) {
    case 'TopupPosted':
      return ['topup', event.data.topupId]
    case 'ShippingRefunded':
      return ['refund', event.data.shippingId]
    case 'ShippingPaid':
    case 'ShippingFundsLocked':
    case 'ShippingFundsReleased':
    case 'ShippingSettled':
      return ['shipping', event.data.shippingId]
    case 'CommandRefused':
    case 'LogSealed':
      return undefined
  }
}
