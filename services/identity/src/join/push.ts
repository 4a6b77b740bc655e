import { randomInt } from 'node:crypto'
import { inTx, type Queryable } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { jobType } from '@talad/shared/jobs'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { noteSecurity } from '../security/log.ts'
import { mayPush, type Push, STOP_MS, WINDOW_MS } from './decide-push.ts'

type Row = {
  opened_at: Date
  answer: Push['answer'] | null
  answered_at: Date | null
}
const COLUMNS = 'opened_at, answer, answered_at'

const toPush = ({ opened_at, answer, answered_at }: Row): Push => ({
  openedAt: opened_at,
  answer: answer ?? undefined,
  answeredAt: answered_at ?? undefined,
})

/** The accounts whose phone this is, by what their providers said of them. */
async function accountsWith(db: Queryable, fingerprint: Buffer): Promise<string[]> {
  const found = await db.query<{ account_id: string }>(
    `select distinct l.account_id from link_personal_data p join identity_link l on l.id = p.link_id
     where p.phone_fingerprint = $1`,
    [fingerprint],
  )
  return found.rows.map(({ account_id }) => account_id)
}

/** ID-13: a push links or renews only for a session whose account has that phone. @throws Rejection PHONE_NOT_YOURS */
export async function requireOwnPhone(deps: Deps, accountId: string, phone: string): Promise<void> {
  const owners = await accountsWith(deps.db, deps.personal.fingerprint(phone))
  if (!owners.includes(accountId)) throw new Rejection('PHONE_NOT_YOURS', { field: 'phone' })
}

/** Notes how a push was answered, once; a no is told to whose phone it is. */
export async function noteAnswer(deps: Deps, id: string, answer: 'approved' | 'rejected'): Promise<void> {
  const now = deps.now()
  await inTx(deps.db, async (tx) => {
    const noted = await tx.query<{ phone_fingerprint: Buffer }>(
      `update join_push set answer = $2, answered_at = $3, session_sealed = null
       where id = $1 and answer is null returning phone_fingerprint`,
      [id, answer, now],
    )
    const [row] = noted.rows
    if (!row || answer !== 'rejected') return
    const accounts = await accountsWith(tx, row.phone_fingerprint)
    const about = { kind: 'push_refused', provider: 'join' } as const
    await noteSecurity(
      tx,
      accounts.map((accountId) => ({ ...about, accountId })),
      now,
    )
  })
}

/** Who asks and never looks is stopped too: Join is asked how the open ones were answered. */
async function lookAfter(deps: Deps, fingerprint: Buffer, browser: Buffer): Promise<void> {
  const open = await deps.db.query<{ id: string }>(
    `select id from join_push where (phone_fingerprint = $1 or browser_hash = $2)
       and opened_at > $3 and answer is null and session_sealed is not null order by opened_at desc limit 6`,
    [fingerprint, browser, new Date(deps.now().getTime() - WINDOW_MS)],
  )
  for (const { id } of open.rows) await askHowAnswered(deps, id)
}

/** Asks Join how a push was answered, and notes it; nothing where that is known. */
export async function askHowAnswered(deps: Deps, id: string): Promise<void> {
  const { rows } = await deps.db.query<{ session_sealed: Buffer }>(
    'select session_sealed from join_push where id = $1 and answer is null and session_sealed is not null',
    [id],
  )
  const [open] = rows
  if (!open) return
  const status = (await deps.join.session(deps.replacements.open(open.session_sealed, id)))?.status
  if (status === 'approved' || status === 'rejected') await noteAnswer(deps, id, status)
}

/**
 * ID-13: takes one of the turns of a phone, before the phone is asked: a push whose request fails has had its turn.
 * @returns its id, and the digits that the browser shows and the phone asks for
 * @throws Rejection PUSH_PAUSED, PUSH_STOPPED, UNAVAILABLE
 */
export async function takeTurn(
  deps: Deps,
  phone: string,
  browser: Buffer,
): Promise<{ id: string; digits: string }> {
  const fingerprint = deps.personal.fingerprint(phone)
  await lookAfter(deps, fingerprint, browser)
  return inTx(deps.db, async (tx) => {
    // two locks of one kind, in one order
    const keys = [fingerprint, browser].map((key) => `join-push-${key.toString('hex')}`).sort()
    for (const key of keys) await lockKey(tx, key)
    const now = deps.now()
    const since = (ms: number) => new Date(now.getTime() - ms)
    const ofPhone = await tx.query<Row>(
      `select ${COLUMNS} from join_push where phone_fingerprint = $1 and opened_at > $2`,
      [fingerprint, since(WINDOW_MS)],
    )
    const ofBrowser = await tx.query<Row>(
      `select ${COLUMNS} from join_push where browser_hash = $1 and opened_at > $2`,
      [browser, since(STOP_MS + WINDOW_MS)],
    )
    mayPush(ofPhone.rows.map(toPush), ofBrowser.rows.map(toPush), now)
    const id = newId(now)
    await tx.query(
      'insert into join_push (id, phone_fingerprint, browser_hash, opened_at) values ($1, $2, $3, $4)',
      [id, fingerprint, browser, now],
    )
    return { id, digits: String(randomInt(100)).padStart(2, '0') }
  })
}

/** Due as a push ends, for who asks and never looks. */
export const pushEnd = jobType('join.push-end', z.object({ id: z.string() }))

/** By which session of Join the answer to a push is learnt, at the latest as it ends. */
export async function keepSession(deps: Deps, id: string, sessionId: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const sealed = deps.replacements.seal(sessionId, id)
    await tx.query('update join_push set session_sealed = $2 where id = $1', [id, sealed])
    const at = new Date(deps.now().getTime() + WINDOW_MS)
    await pushEnd.enqueue(tx, [{ key: id, payload: { id } }], at)
  })
}
