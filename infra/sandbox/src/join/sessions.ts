/** Sign-in sessions: opened by the merchant side, decided by a person. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { openTable } from '../journal.ts'
import { notFound, refusal } from '../refusal.ts'
import type { People } from './people.ts'

// ID-14: a session waits 10 minutes for its person.
const waitMs = 600_000

const sessionSchema = z.object({
  id: z.string(),
  redirectUrl: z.string(),
  /** The person whose phone was given, when it is known. */
  addressee: z.string().nullable(),
  status: z.enum(['pending', 'approved', 'rejected']),
  userId: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  sessionExpiresAt: z.string().nullable(),
  purpose: z.enum(['sign-in', 'link', 'renew']).default('sign-in'),
  site: z.string().default(''),
  /** end of the id of the account that it is about */
  account: z.string().default(''),
  /** two digits that the browser shows: the phone approves only when it is told them */
  compare: z.string().default(''),
  wrongDigits: z.int().default(0),
})

type SessionRow = z.infer<typeof sessionSchema>

export type Session = Omit<SessionRow, 'status'> & { status: SessionRow['status'] | 'expired' }

export type Decision = 'approve' | 'reject'

/** What the merchant side opens a session with. */
export type Asked = {
  redirectUrl: string
  phone?: string | undefined
  purpose: SessionRow['purpose']
  site?: string | undefined
  account?: string | undefined
  compare?: string | undefined
}

/** Guesses of the digits; then the answer is no. */
const MOST_WRONG = 3

export type Sessions = ReturnType<typeof openSessions>

type Deps = { context: Context; people: People; sessionTtlMs: number }

export function openSessions({ context, people, sessionTtlMs }: Deps) {
  const { now } = context
  const table = openTable(context.journal, 'session', sessionSchema)

  const seen = (row: SessionRow): Session =>
    row.status === 'pending' && now() >= new Date(row.expiresAt) ? { ...row, status: 'expired' } : row

  /** @throws 404 for an unknown id */
  function demand(id: string): Session {
    const row = table.get(id)
    if (!row) throw notFound('session')
    return seen(row)
  }

  /** @throws 404 unknown session or person, 409 when it is no longer pending, 400 without a person */
  function decide(id: string, decision: Decision, userId: string | undefined): Session {
    const { status, ...session } = demand(id)
    if (status !== 'pending') throw refusal(409, 'not_pending', `The session is ${status}`)
    if (decision === 'reject') {
      table.put({ ...session, status: 'rejected' })
      return demand(id)
    }
    const person = userId ?? session.addressee
    if (person === null) throw refusal(400, 'invalid_request', 'userId is needed')
    const sessionExpiresAt = new Date(now().getTime() + sessionTtlMs).toISOString()
    table.put({ ...session, status: 'approved', userId: people.demand(person).id, sessionExpiresAt })
    return demand(id)
  }

  /** The phone's answer: a yes counts only with the digits of the browser, of which there are a few guesses. */
  function answer(id: string, decision: Decision, userId: string, digits: string): Session {
    const { status: _, ...session } = demand(id)
    if (decision === 'reject' || digits === session.compare) return decide(id, decision, userId)
    const wrongDigits = session.wrongDigits + 1
    if (wrongDigits >= MOST_WRONG) return decide(id, 'reject', userId)
    table.put({ ...session, status: 'pending', wrongDigits })
    return demand(id)
  }

  return {
    demand,
    decide,
    answer,
    all: () => table.all().map(seen),
    /** Opens a session; it is approved at once when its addressee approves everything. */
    open({ redirectUrl, phone, purpose, site, account = '', compare = '' }: Asked): Session {
      const addressee = phone === undefined ? undefined : people.byPhone(phone)
      const createdAt = now()
      const row: SessionRow = {
        // ID-13, ID-14: 32 random bytes.
        id: randomBytes(32).toString('base64url'),
        redirectUrl,
        addressee: addressee?.id ?? null,
        status: 'pending',
        userId: null,
        createdAt: createdAt.toISOString(),
        expiresAt: new Date(createdAt.getTime() + waitMs).toISOString(),
        sessionExpiresAt: null,
        purpose,
        site: site ?? new URL(redirectUrl).host,
        account,
        compare,
        wrongDigits: 0,
      }
      table.put(row)
      return addressee?.autoApprove ? decide(row.id, 'approve', addressee.id) : row
    },
  }
}

/** Where the browser goes after the decision (ID-13, step 4). */
export function returnAddress({ redirectUrl, id }: Session): string {
  const target = new URL(redirectUrl)
  target.searchParams.set('sessionId', id)
  return target.href
}
