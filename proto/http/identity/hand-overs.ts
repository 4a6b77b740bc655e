import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { signedInAnswer } from './session.ts'

const service = 'identity'
const path = `${base.identity}/hand-over`

/** ID-8: how a hand-over is told from a sign-in with Join, whose sessions stand in the same parameter. */
const handle = z.string().regex(/^h-[A-Za-z0-9_-]{43}$/)
const sessionId = handle.describe('id of the hand-over, as it stands in the address')

/** ID-8: where people are signed in from whom other sites take over; the main site. */
export const handOverFrom = endpoint({
  name: 'handOverFrom',
  service,
  method: 'GET',
  path: `${path}/from`,
  auth: { kind: 'visitor' },
  summary: 'From which of our sites a session can be taken over',
  status: 200,
  response: z.object({ site: z.string().describe('origin of that site') }),
  cacheable: true,
})

/** ID-8, step 1, at the site that wants to know who somebody is. Sets the cookie `talad_ho`. */
export const beginHandOver = endpoint({
  name: 'beginHandOver',
  service,
  method: 'POST',
  path: `${path}/begin`,
  auth: { kind: 'visitor' },
  summary: 'Begin to take over a session of another of our sites, in this browser',
  body: z.object({
    redirectUrl: z.string().min(1).max(2000).describe('where the browser comes back to; on one of our sites'),
  }),
  status: 201,
  response: z.object({
    sessionId,
    askUrl: z.url().describe('page of the main site on which the person is asked'),
    expiresAt: isoTime.describe('until when the person may agree'),
  }),
  errors: ['invalid_redirect_url'],
  limit: 'sign-in',
})

/** ID-8, step 2, at the site where the person is signed in: which site asks; shown before they agree. */
export const lookAtHandOver = endpoint({
  name: 'lookAtHandOver',
  service,
  method: 'GET',
  path,
  auth: { kind: 'user' },
  summary: 'Which of our sites wants to take over the session',
  query: z.object({ sessionId }),
  status: 200,
  response: z.object({ site: z.string().describe('origin of the site that asks') }),
  errors: ['hand_over_ended'],
})

/** ID-8, step 3. The address that it answers is for this browser, for 60 seconds, once. */
export const agreeToHandOver = endpoint({
  name: 'agreeToHandOver',
  service,
  method: 'POST',
  path: `${path}/agree`,
  auth: { kind: 'user' },
  summary: 'Continue on another of our sites as who is signed in here',
  body: z.object({ sessionId }),
  status: 200,
  response: z.object({
    redirectUrl: z.url().describe('where the browser goes now, with a new `sessionId` in it'),
    expiresAt: isoTime.describe('60 seconds from now'),
  }),
  errors: ['hand_over_ended', 'session_expired'],
  limit: 'write',
})

/** ID-8, step 4, by the browser that began, with its cookie. Renews no proof of who the person is (ID-29). */
export const takeHandOver = endpoint({
  name: 'takeHandOver',
  service,
  method: 'POST',
  path: `${path}/take`,
  auth: { kind: 'visitor' },
  summary: 'Take over the session, once',
  body: z.object({
    sessionId: handle.describe('id of the hand-over, from the address that was come back to'),
  }),
  status: 200,
  response: signedInAnswer,
  errors: ['hand_over_ended', 'unavailable'],
  limit: 'sign-in',
})

export const handOversHttp = { handOverFrom, beginHandOver, lookAtHandOver, agreeToHandOver, takeHandOver }
