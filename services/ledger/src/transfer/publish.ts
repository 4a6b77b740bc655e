import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import {
  BalanceChangedSchema,
  CapturedSchema,
  CommandRefusedSchema,
  HeldSchema,
  LogSealedSchema,
  PostedSchema,
  ReleasedSchema,
} from '@talad/proto/ledger/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Row } from '@talad/shared/event-log'
import type { OutcomeEvent } from './events.ts'
import { outcomesOf, readEvent } from './stored.ts'

export const TOPIC = 'ledger.transfer.v1'
export const SEAL_TOPIC = 'ledger.seal.v1'

/** Rejection codes go out in lower case (GW-8). */
const codeOf = (code: string | undefined) => code?.toLowerCase() ?? ''

/** What others hear of one outcome. */
export function outcome({ type, data }: OutcomeEvent): Outgoing {
  const { flow, id, customerId } = data
  const about = { flow, id, customerId, at: timestampFromDate(data.at) }
  switch (type) {
    case 'Posted': {
      const capture = data.capture && { ...data.capture, refused: codeOf(data.capture.refused) }
      return outgoing(TOPIC, customerId, PostedSchema, { ...about, ...(capture && { capture }) })
    }
    case 'Held': {
      const { amount, held, attempt } = data
      return outgoing(TOPIC, customerId, HeldSchema, { ...about, amount, held, attempt })
    }
    case 'Captured':
      return outgoing(TOPIC, customerId, CapturedSchema, { ...about, amount: data.amount })
    case 'Released':
      return outgoing(TOPIC, customerId, ReleasedSchema, { ...about, released: data.released })
    case 'CommandRefused':
      return outgoing(TOPIC, customerId, CommandRefusedSchema, {
        ...about,
        key: data.key,
        code: codeOf(data.code),
      })
  }
}

function announcement({ type, data }: Row): Outgoing[] {
  const event = readEvent(type, data)
  if (event.type !== 'LogSealed') return []
  const { seq, hash, at } = event.data
  return [outgoing(SEAL_TOPIC, 'seal', LogSealedSchema, { seq, hash, at: timestampFromDate(at) })]
}

/** What others may know of a stored event: each outcome, followed by the balances that it changed. */
export function publish(row: Row): Outgoing[] {
  const outcomes = outcomesOf(row)
  if (outcomes.length === 0) return announcement(row)
  return outcomes.flatMap(({ event, balances, context }) => {
    const at = timestampFromDate(event.data.at)
    const changed = balances.map(({ customerId, unit, balance, locked }) =>
      outgoing(TOPIC, customerId, BalanceChangedSchema, {
        customerId,
        unit,
        balance,
        balanceLocked: locked,
        at,
      }),
    )
    return [outcome(event), ...changed].map((message) => ({ ...message, context }))
  })
}
