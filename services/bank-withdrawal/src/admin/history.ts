import type { WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import type { Queryable } from '@talad/shared/db'
import { readStream } from '@talad/shared/event-log'
import { toJsonInteger } from '@talad/shared/money'
import { z } from 'zod'
import { withdrawalEvent } from '../withdrawal/events.ts'
import { incidentOf } from '../withdrawal/state.ts'

const said = z.looseObject({
  by: z.string().optional(),
  note: z.string().optional(),
  reason: z.string().optional(),
  code: z.string().optional(),
})
/** What an admin's yes went by (BW-15). */
const seen = z.object({ ledgerBalance: z.coerce.bigint(), availableBalance: z.coerce.bigint() })

function balanceAt(data: unknown) {
  const { data: balance } = seen.safeParse(data)
  if (!balance) return null
  return {
    ledger_balance: toJsonInteger(balance.ledgerBalance),
    available_balance: toJsonInteger(balance.availableBalance),
  }
}

function incidentAt(type: string, data: unknown) {
  if (type !== 'PayoutMismatched' && type !== 'LedgerRefused') return null
  const event = withdrawalEvent.parse({ type, data })
  return event.type === 'PayoutMismatched' || event.type === 'LedgerRefused' ? incidentOf(event) : null
}

/** All that happened to a case, oldest first. */
export async function historyOf(db: Queryable, stream: string): Promise<WithdrawalCase['history']> {
  const rows = await readStream(db, stream)
  return rows.map(({ type, data, at }) => {
    const { by = null, reason, note, code } = said.parse(data)
    const incident_about = incidentAt(type, data)
    const parts = [reason, note, incident_about ? undefined : code].filter(
      (part) => part !== undefined && part !== '',
    )
    return {
      at: at.toISOString(),
      what: type,
      by,
      note: parts.length === 0 ? null : parts.join(' · '),
      incident_about,
      provider_balance: balanceAt(data),
    }
  })
}
