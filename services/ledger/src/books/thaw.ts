import type { AuditActor } from '@talad/shared/audit'
import type { Db } from '@talad/shared/db'
import { callAs, decide } from '@talad/shared/decision'
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

/**
 * LG-17: withdrawals go on, by somebody's explicit word after a proof without a fault; written down in the audit log.
 * @throws Rejection BOOKS_NOT_FROZEN, PROOF_REQUIRED, VERSION_CONFLICT
 */
export function thawBooks(db: Db, { id, actor, by, note, version, requestId }: Thaw, now: Date) {
  return decide({ db, now: () => now }, books, BOOKS_ID, {
    call: callAs(actor, id, requestId),
    action: 'books.thaw',
    note,
    command: () => ({ type: 'Thaw', id, by, note, version, now }),
    answer: () => undefined,
  })
}
