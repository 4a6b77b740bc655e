import type { Endpoint } from '@talad/proto/http/contract'
import { inWords, type RejectionRow, type RejectionTable } from '@talad/proto/http/rejection-row'
import { manifests } from '@talad/services/manifests'
import { SELF } from '../routes/table.ts'
import type { JsonSchema } from './schemas.ts'

const tables = new Map<string, RejectionTable>(manifests.map(({ name, rejections }) => [name, rejections]))

/** What a code of a call means: the service's own words, or the gateway's where it refuses itself. */
export function rowOf(service: string, code: string): RejectionRow | undefined {
  const key = code.toUpperCase()
  return tables.get(service)?.[key] ?? tables.get(SELF)?.[key]
}

/** Codes that a call can be answered with whatever it does. */
function impliedCodes({ auth, service, params, query, body, idempotent }: Endpoint): string[] {
  const token = ['unauthorized', 'token_expired']
  const signedIn = [...token, 'session_expired']
  const byPolicy = {
    visitor: token, // a token that is sent must be good
    user: signedIn,
    dev: signedIn,
    customer: [...signedIn, 'invalid_join_session'],
    kyc: [...signedIn, 'invalid_join_session', 'kyc_not_eligible'],
    admin: [...signedIn, 'invalid_join_session', 'permission_required'],
    project: [...signedIn, 'permission_required'],
    key: ['unauthorized', 'permission_required'],
    callback: [],
    internal: ['unauthorized'],
  }[auth.kind]
  return [
    ...byPolicy,
    ...('fresh' in auth && auth.fresh ? ['reauth_required'] : []),
    ...(params || query || body ? ['validation', 'required_parameter'] : []),
    ...(params ? ['not_found'] : []), // what is too long to be a parameter, or disguised
    ...(body ? ['payload_too_large', 'unsupported_media_type'] : []),
    ...(service === 'identity' ? ['foreign_origin'] : []), // with cookies, for a page of somebody else
    ...(idempotent ? ['idempotency_mismatch', 'request_in_progress'] : []),
    'rate_limited',
    ...(service === 'gateway' ? [] : ['unavailable', 'service_busy', 'gateway_timeout']),
  ]
}

type Answer = { description: string; headers?: object; content: object }

function answer(service: string, codes: readonly string[], status: string): Answer {
  const lines = codes.map((code) => {
    const row = rowOf(service, code)
    return row ? `- \`${code}\`: ${inWords(row.en)} (${row.rule})` : `- \`${code}\``
  })
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Problem' }],
    properties: { code: { enum: codes } },
  }
  const waits = status === '429' || status === '503'
  return {
    description: lines.join('\n'),
    ...(waits ? { headers: { 'retry-after': { $ref: '#/components/headers/RetryAfter' } } } : {}),
    content: { 'application/problem+json': { schema } },
  }
}

/** Every code that a call can be answered with. */
export function codesOf(endpoint: Endpoint): string[] {
  return [...new Set([...impliedCodes(endpoint), ...(endpoint.errors ?? [])])]
}

/** GW-8, GW-9: every refusal of a call by status; a code that no table knows stands under 4XX. */
export function errorAnswers(endpoint: Endpoint): Record<string, Answer> {
  const codes = codesOf(endpoint)
  const { service } = endpoint
  const byStatus = Map.groupBy(codes, (code) => String(rowOf(service, code)?.status ?? '4XX'))
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, answer(service, list.toSorted(), status)]),
  )
}
