import type { Problem } from '@talad/proto/http/common'
import { inWords, type RejectionRow } from '@talad/proto/http/rejection-row'
import type { FastifyReply } from 'fastify'
import type { Language } from '../context.ts'

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** What an answer depends on besides its code. */
export type About = {
  requestId: string
  /** `Accept-Language` of the request */
  languages?: string | undefined
  field?: string | undefined
  details?: Record<string, unknown> | undefined
}

/** Which of our languages a reader prefers: the first of the two in their list, by weight. */
export function languageOf(languages: string | undefined): Language | undefined {
  const ranked = (languages ?? '').split(',').flatMap((part, at) => {
    const [, language, weight] = /^\s*(th|en)\b[^;]*(?:;\s*q=([0-9.]{1,5}))?\s*$/i.exec(part) ?? []
    const rank = weight === undefined ? 1 : Number(weight)
    return language === undefined || rank === 0 ? [] : [{ language: language.toLowerCase(), rank, at }]
  })
  const [first] = ranked.toSorted((one, other) => other.rank - one.rank || one.at - other.at)
  return first && (first.language === 'th' ? 'th' : 'en')
}

/** Where the documentation tells what a code means; the gateway serves it beside the calls. */
export const problemType = (wireCode: string): string => `/docs/errors#${wireCode}`

/** GW-8: the body of every error. */
export function problemOf(code: string, row: RejectionRow, about: About): Problem {
  const wireCode = code.toLowerCase()
  const text = languageOf(about.languages) === 'th' ? row.th : row.en
  return {
    type: problemType(wireCode),
    title: TITLES[row.status] ?? 'Error',
    status: row.status,
    code: wireCode,
    message: inWords(text, about),
    ...(about.field === undefined ? {} : { field: about.field }),
    ...(about.details === undefined ? {} : { details: about.details }),
    rule: row.rule,
    requestId: about.requestId,
  }
}

/** The sign-in is too old for this: for a call, and (ID-29) for adding a way in. */
const TOO_OLD: ReadonlySet<string> = new Set(['reauth_required', 'confirm_identity'])

/** RFC 6750: how to sign in, and whether the token that came was the reason; RFC 9470: how new the sign-in has to be. */
function challenge({ status, code, details }: Problem): string | undefined {
  if (TOO_OLD.has(code))
    return `Bearer realm="talad", error="insufficient_user_authentication", max_age=${details?.maxAgeSeconds}`
  if (status !== 401) return undefined
  return code === 'token_expired' || code === 'session_expired'
    ? 'Bearer realm="talad", error="invalid_token"'
    : 'Bearer realm="talad"'
}

export function sendProblem(reply: FastifyReply, body: Problem, retryAfterSeconds?: number): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const asked = challenge(body)
  if (asked !== undefined) reply.header('www-authenticate', asked)
  // a string: Fastify's serializers of the route are for its own answer only
  return reply
    .code(body.status)
    .headers({ 'cache-control': 'private, no-store', vary: varyOf(reply) })
    .type('application/problem+json')
    .send(JSON.stringify(body))
}

function varyOf(reply: FastifyReply): string {
  const vary = reply.getHeader('vary')
  return vary === undefined ? 'Accept-Language' : `${String(vary)}, Accept-Language`
}
