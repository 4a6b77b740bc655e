import { z } from 'zod'
import { cursor, cursorList, isoTime, limit, objectId, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'

const service = 'identity'
const path = `${base.identity}/session`
const admin = `${base.admin}/sessions`
const user = { kind: 'user' } as const
const fresh = { kind: 'user', fresh: true } as const
const note = words(5_000).min(1).describe('why; kept in the audit log')

/** How somebody came in: a provider of ID-26, or a passkey. */
const wayIn = z.string().describe('provider of the identity, as in /idplink/find, or passkey')
const device = z.string().nullable().describe('browser and system; null: neither was said')
const site = z.string().nullable().describe('host of the site; null: none of ours')

export const sessionInList = z.object({
  _id: objectId.describe('id of the session'),
  current: z.boolean().describe('the session that asks'),
  provider: wayIn,
  device,
  site,
  created: isoTime.describe('when it began'),
  last_seen: isoTime.describe('when it was last used, to a quarter of an hour'),
  expires: isoTime.describe('when it ends unless it is used (ID-1)'),
})
export type SessionInList = z.infer<typeof sessionInList>

const sessions = z.object({ list: z.array(sessionInList).describe('at most 100, the last used first') })

export const listSessions = endpoint({
  name: 'listSessions',
  service,
  method: 'GET',
  path: `${path}/list`,
  auth: user,
  summary: 'Where the caller is signed in',
  status: 200,
  response: sessions,
})

/** ID-11: its tokens die everywhere within seconds. One that is over changes nothing. */
export const endSession = endpoint({
  name: 'endSession',
  service,
  method: 'POST',
  path: `${path}/end`,
  auth: fresh,
  summary: 'End one of the caller’s sessions',
  body: z.object({ session_id: objectId.describe('of the list') }),
  status: 200,
  response: z.object({ ended: z.boolean().describe('false: there was nothing to end') }),
  errors: ['validation', 'not_found'],
  limit: 'write',
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  service,
  method: 'POST',
  path: `${path}/end-others`,
  auth: fresh,
  summary: 'End all of the caller’s sessions but this one',
  status: 200,
  response: z.object({ ended: z.int().describe('how many there were') }),
  limit: 'write',
})

export const securityKind = z.enum([
  'signed_in',
  'signed_out',
  'session_ended',
  'others_ended',
  'admin_ended',
  'token_reused',
  'way_added',
  'way_removed',
  'passkey_added',
  'passkey_removed',
  'push_refused',
])
export type SecurityKind = z.infer<typeof securityKind>

export const securityEvent = z.object({
  _id: objectId.describe('id of the entry'),
  kind: securityKind.describe(
    'signed_in, signed_out: by the person. session_ended, others_ended: the person ended one session or all others. admin_ended: support ended one or all. token_reused: a token that was replaced came again, so its session was ended (ID-6). way_added, way_removed: an identity was linked or taken away. passkey_added, passkey_removed. push_refused: a sign-in that somebody asked for by phone was refused in the Join app',
  ),
  at: isoTime.describe('when it happened'),
  provider: wayIn.nullable().describe('by or of which way in; null where it is about none'),
  device,
  site,
})
export type SecurityEvent = z.infer<typeof securityEvent>

export const securityLog = endpoint({
  name: 'securityLog',
  service,
  method: 'GET',
  path: `${path}/log`,
  auth: user,
  summary: 'What happened to the ways into the caller’s account, the newest first; kept for half a year',
  query: z.object({
    cs: cursor.optional().describe('Go on after this cursor'),
    lm: limit(20, 'At most so many'),
  }),
  status: 200,
  response: cursorList(securityEvent),
  errors: ['bad_cursor', 'validation'],
})

export const adminSessions = endpoint({
  name: 'adminSessions',
  service,
  method: 'GET',
  path: `${admin}/list`,
  auth: { kind: 'admin', permission: 'idp_profile.read' },
  summary: 'Where somebody is signed in',
  query: z.object({ account_id: objectId.describe('the account that they are of') }),
  status: 200,
  response: sessions,
  errors: ['validation'],
})

/** ID-11: without `session_id` all of the account; their tokens die everywhere within seconds. */
export const adminEndSessions = endpoint({
  name: 'adminEndSessions',
  service,
  method: 'POST',
  path: `${admin}/end`,
  auth: { kind: 'admin', permission: 'session.end', fresh: true },
  summary: 'End one of somebody’s sessions, or all',
  body: z.strictObject({
    account_id: objectId.describe('the account that they are of'),
    session_id: objectId.optional().describe('of the list; absent: all'),
    note,
  }),
  status: 200,
  response: z.object({ ended: z.int().describe('how many were live') }),
  errors: ['validation'],
  idempotent: true,
  limit: 'write',
})

export const sessionsHttp = {
  listSessions,
  endSession,
  endOtherSessions,
  securityLog,
  adminSessions,
  adminEndSessions,
}
