import { setTimeout as delay } from 'node:timers/promises'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { changePermissions } from '@talad/moderation/permission/change'
import type { Permission } from '@talad/proto/http/permissions'
import { openDb } from '@talad/shared/db'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { newId } from '@talad/shared/ids'
import { notifyOnce } from '@talad/shared/notifier'
import { holds } from '../proof.ts'
import type { Service, System } from '../system.ts'
import type { Caller } from './caller.ts'
import { bearer } from './doors.ts'
import { claimsOf, enterAs } from './enter.ts'
import { signed, type signingKey } from './signing-key.ts'

const WITHIN_MS = 60_000
const LOOK_MS = 50

/** The permissions that some call asks for. */
const used: readonly Permission[] = [
  ...new Set(everyEndpoint.flatMap(({ auth }) => (auth.kind === 'admin' ? [auth.permission] : []))),
]

/** Gives, as an operator, and takes everything again from who had it and shall not. */
async function grant(
  system: System,
  customers: ReadonlyMap<string, Caller['may'] | 'nothing'>,
): Promise<void> {
  const db = openDb(system.service('moderation').env.DATABASE_URL ?? '')
  const change = (type: 'Grant' | 'Revoke', customerId: string, what: Permission | 'super_admin') =>
    changePermissions(
      { db },
      { type, what, customerId, note: 'for the matrix', now: new Date() },
      { actor: { operator: 'matrix' }, requestId: 'matrix', id: newId(new Date()) },
    )
  try {
    for (const [customerId, may] of customers) {
      if (may === undefined) continue
      if (may !== 'nothing') await change('Grant', customerId, may)
      else for (const type of ['Grant', 'Revoke'] as const) await change(type, customerId, 'bank.decide')
    }
    await notifyOnce(db, LOG_CHANNEL)
  } finally {
    await db.end()
  }
}

async function revisionsAt(service: Service, customers: readonly string[]): Promise<string> {
  const db = openDb(service.env.DATABASE_URL ?? '')
  const sql = 'select customer_id, revision from kit.admin_grant where customer_id = any($1) order by 1'
  return db
    .query(sql, [customers])
    .then(({ rows }) => JSON.stringify(rows))
    .finally(() => db.end())
}

/** Waits until every service that judges admins knows of all of them what moderation knows. */
async function untilKnown(system: System, customers: readonly string[]): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  const newest = await revisionsAt(system.service('moderation'), customers)
  const judges = system.services.filter(({ routes }) => routes.some(({ policy }) => policy.kind === 'admin'))
  for (const service of judges)
    while ((await revisionsAt(service, customers)) !== newest) {
      holds(performance.now() < deadline, `${service.name} has not heard of all admins`)
      await delay(LOOK_MS)
    }
}

/** An admin for each permission that a call asks for, one for all of them, and those who are not or no longer. */
export async function everyAdmin(
  system: System,
  key: Awaited<ReturnType<typeof signingKey>>,
): Promise<Caller[]> {
  const kinds = ['super_admin', 'nothing', ...used] as const
  const people = await Promise.all(
    kinds.map(async (may) => {
      const user = `matrix-${may.replaceAll(/[._]/g, '-')}`
      const { accessToken } = await enterAs(system, { user, level: 3 })
      return { may, accessToken, customerId: `join-${String(claimsOf(accessToken).jid)}` }
    }),
  )
  await grant(system, new Map(people.map(({ may, customerId }) => [customerId, may])))
  await untilKnown(
    system,
    people.map(({ customerId }) => customerId),
  )
  const now = Math.floor(Date.now() / 1000)
  const admin = (name: string, token: string, more: Partial<Caller>): Caller => ({
    name,
    headers: bearer(token),
    signedIn: true,
    level: 3,
    ...more,
  })
  return people.flatMap(({ may, accessToken }) => {
    if (may === 'nothing') return [admin('a former admin', accessToken, {})]
    if (may !== 'super_admin') return [admin(`an admin with ${may}`, accessToken, { may })]
    const claims = claimsOf(accessToken)
    const longAgo = signed(key, { ...claims, auth_time: now - 3_600 })
    const expired = signed(key, { ...claims, iat: now - 3_600, exp: now - 60 })
    const never = signed(key, { ...claims, auth_time: undefined })
    return [
      admin('a super_admin', accessToken, { may }),
      admin('a super_admin who signed in an hour ago', longAgo, { may, stale: true }),
      admin('a super_admin of whom nobody says when they signed in', never, { may, stale: true }),
      admin('a super_admin whose token has expired', expired, { may, bad: 'token_expired' }),
    ]
  })
}
