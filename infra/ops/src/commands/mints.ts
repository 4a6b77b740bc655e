import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { askRetry, cancelMint, requireMint, resume, waitingMints } from '@talad/campaign/mint/operate'
import type { MintRow } from '@talad/campaign/mint/rows'
import { systemClock } from '@talad/shared/clock'
import type { Db } from '@talad/shared/db'
import { callAs } from '@talad/shared/decision'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { isId, newId } from '@talad/shared/ids'
import { notifyOnce } from '@talad/shared/notifier'
import { Rejection } from '@talad/shared/rejection'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { duration, type Report, short, table } from '../report.ts'

/** What an operator changes about one mint, or one lane. */
type About = { id: string; note: string; dryRun: boolean }

const ageOf = ({ since, state }: MintRow) => (state === 'open' ? duration(Date.now() - since.getTime()) : '')
const reasonOf = ({ failed_reason, retry_reason }: MintRow) => failed_reason ?? retry_reason ?? ''
const jsonOf = ({ item_token_id: token, ...row }: MintRow) => ({ ...row, item_token_id: Number(token) })

/** `mints list`: what waits or has failed, oldest first, of all projects (CA-46). */
export async function showMints(
  context: Context,
  about: { status?: string; lane?: string; limit: number },
): Promise<Report> {
  const { db } = await context.service('campaign')
  const found = await waitingMints(db, about)
  const failed = found.filter(({ state }) => state === 'failed').length
  return {
    json: { mints: found.map(jsonOf) },
    lines:
      found.length === 0
        ? ['No mints wait, and none has failed.']
        : table(
            ['mint', 'status', 'age', 'lane', 'tries', 'reason'],
            found.map((row) => [
              ...[
                row.id,
                row.tx_status,
                ageOf(row),
                row.lane,
                String(row.retry_count ?? 0),
                short(reasonOf(row)),
              ],
            ]),
          ),
    next:
      failed === 0
        ? 'nothing to do.'
        : `${failed} have failed; when the cause is mended, "mints retry <mint> --note <why>" has one tried again.`,
  }
}

async function opened(context: Context, id: string): Promise<{ db: Db; row: MintRow }> {
  const { db } = await context.service('campaign')
  try {
    if (isId(id)) return { db, row: await requireMint(db, id) }
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
  }
  throw new BadParameter('mint', `there is no mint ${id}`)
}

/** `mints show`: all that is known of one. */
export async function showMint(context: Context, id: string): Promise<Report> {
  const { row } = await opened(context, id)
  const about = jsonOf(row)
  return {
    json: { mint: about },
    lines: Object.entries(about).map(([name, value]) => {
      const text = value instanceof Date ? value.toISOString() : String(value ?? '')
      return `${name.padEnd(16)}${text}`
    }),
    next:
      row.state === 'failed'
        ? '"mints retry" has it tried again; the chain is asked first.'
        : 'nothing to do.',
  }
}

const operator = () => callAs({ operator: userInfo().username }, newId(), randomUUID())
const known = (db: Db) => ({ db, now: systemClock })

function requireNote(note: string): void {
  if (note.trim() === '') throw new BadParameter('--note', 'says why')
}

/** `mints retry`: has one tried again that failed or was canceled; the service asks the chain first (CA-48). */
export async function retry(context: Context, { id, note, dryRun }: About): Promise<Report> {
  requireNote(note)
  const { db, row } = await opened(context, id)
  const ended = row.state === 'failed' || row.state === 'canceled'
  const isAsked = ended && (dryRun || (await askRetry(known(db), operator(), id, { note, now: new Date() })))
  if (!isAsked)
    throw new BadParameter(
      'mint',
      `${id} is ${row.tx_status}: only what failed or was canceled is tried again`,
    )
  if (dryRun)
    return {
      json: { dryRun, id },
      lines: [`${id} would be tried again.`],
      next: 'the same without --dry-run.',
    }
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { id },
    lines: [`${id} is tried again.`],
    next: `"mints show ${id}" tells what becomes of it.`,
  }
}

/** `mints cancel`: takes one back of which nothing is signed (CA-46). */
export async function cancel(context: Context, { id, note, dryRun }: About): Promise<Report> {
  requireNote(note)
  const { db, row } = await opened(context, id)
  if (row.tx_status !== 'pending')
    throw new BadParameter('mint', `${id} is ${row.tx_status}: it can't be taken back`)
  if (dryRun)
    return { json: { dryRun, id }, lines: [`${id} would be canceled.`], next: 'the same without --dry-run.' }
  await cancelMint(known(db), operator(), { id, by: 'operator', note }, () => ({}))
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { id },
    lines: [`${id} is canceled.`],
    next: 'nothing to do; what was granted is virtual again.',
  }
}

/** `mints resume`: lets a lane go on that was paused (CA-53). */
export async function resumeLane(context: Context, { id, note, dryRun }: About): Promise<Report> {
  requireNote(note)
  const { db } = await context.service('campaign')
  const { rows } = await db.query<{ why: string }>('select why from mint_lane where name = $1 and paused', [
    id,
  ])
  const [paused] = rows
  if (!paused) throw new BadParameter('lane', `no lane ${id} stands still`)
  if (dryRun)
    return { json: { dryRun, id }, lines: [`${id} would go on.`], next: 'the same without --dry-run.' }
  await resume(known(db), operator(), id, { note, now: new Date() })
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { id },
    lines: [`${id} goes on. It stood still: ${paused.why}`],
    next: '"mints list" shows its mints.',
  }
}
