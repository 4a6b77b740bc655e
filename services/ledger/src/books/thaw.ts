import { type AuditActor, audit } from '@talad/shared/audit'
import type { Db } from '@talad/shared/db'
import { change } from '@talad/shared/stream'
import type { Books } from './state.ts'
import { BOOKS_ID, books } from './stream.ts'

/** Who lets withdrawals go on, and why. */
export type Thaw = {
  /** the same one again changes nothing */
  id: string
  actor: AuditActor
  /** how others are told of them */
  by: string
  note: string
  /** the state that was looked at; undefined: whatever it is */
  version: number | undefined
  requestId: string
}

const shown = ({ frozen, version }: Books) => ({ frozen: frozen !== undefined, version })

/**
 * LG-17: withdrawals go on, by somebody's explicit word after a proof without a fault; written down in the audit log.
 * @throws Rejection BOOKS_NOT_FROZEN, PROOF_REQUIRED, VERSION_CONFLICT
 */
export async function thawBooks(db: Db, { id, actor, by, note, version, requestId }: Thaw, now: Date) {
  const command = { type: 'Thaw' as const, id, by, note, version, now }
  await change({ db, now: () => now }, books, BOOKS_ID, command, async (tx, { events, before, state }) => {
    if (events.length === 0) return
    await audit(tx, {
      id,
      actor,
      action: 'books.thaw',
      target: { kind: 'books', id: BOOKS_ID },
      before: shown(before),
      after: shown(state),
      note,
      requestId,
      now,
    })
  })
}
