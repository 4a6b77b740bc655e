import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { thawBooks } from '@talad/ledger/books/thaw'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { notifyOnce } from '@talad/shared/notifier'
import { Rejection } from '@talad/shared/rejection'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import type { Report } from '../report.ts'

const WHY: Readonly<Record<string, string>> = {
  BOOKS_NOT_FROZEN: 'withdrawals are not frozen',
  PROOF_REQUIRED: 'no proof without a difference was made since the freeze',
}

/** `ledger thaw`: lets withdrawals go on after a proof that found no difference (LG-17), written down in the audit log. */
export async function thaw(context: Context, { note }: { note: string }): Promise<Report> {
  if (note.trim() === '') throw new BadParameter('--note', 'says what was wrong and what was done')
  const { db } = await context.service('ledger')
  const operator = userInfo().username
  const id = randomUUID()
  const about = {
    id,
    actor: { operator },
    by: `operator:${operator}`,
    note,
    version: undefined,
    requestId: id,
  }
  try {
    await thawBooks(db, about, new Date())
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const why = WHY[error.code] ?? error.code
    return {
      json: { thawed: false, why },
      lines: [`Nothing was changed: ${why}.`],
      next: 'have the books proved, "jobs retry ledger books.proof \'\'", and look at "verify ledger".',
      isBad: error.code === 'PROOF_REQUIRED',
    }
  }
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { thawed: true, by: about.by, note },
    lines: ['Withdrawals go on.'],
    next: 'nothing to do; tell those who pay out.',
  }
}
