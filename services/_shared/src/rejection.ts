/** A business "no": expected, explained, never a fault. Deciders throw it; everything else thrown is a fault. */
export class Rejection extends Error {
  readonly code: string
  readonly field: string | undefined
  readonly details: Record<string, unknown> | undefined

  /**
   * @param code UPPER_SNAKE key of a row in the service's `rejections.ts`; the wire carries it in lower case (GW-8)
   * @param about `field` names the offending input, `details` carries facts that a client may show
   */
  constructor(code: string, about: { field?: string; details?: Record<string, unknown> } = {}) {
    super(code)
    this.name = 'Rejection'
    this.code = code
    this.field = about.field
    this.details = about.details
  }
}

/** What a rejection means outside: HTTP status (GW-9), the rule it follows, the catalogue text (M§8, A§8). */
export type RejectionRow = { status: number; rule: string; text: string; retryAfterSeconds?: number }
export type RejectionTable = Readonly<Record<string, RejectionRow>>

/** Rejections that any service can answer with; a service's own table is spread over these. */
export const commonRejections = {
  VALIDATION: { status: 400, rule: 'GW-9', text: 'validation failed' },
  REQUIRED_PARAMETER: { status: 400, rule: 'GW-9', text: 'required parameter is missing' },
  BAD_CURSOR: { status: 400, rule: 'GW-21', text: 'cursor is not valid' },
  UNAUTHORIZED: { status: 401, rule: 'GW-9', text: 'unauthorized' },
  TOKEN_EXPIRED: { status: 401, rule: 'GW-9', text: 'unauthorized' },
  SESSION_EXPIRED: { status: 401, rule: 'ID-11', text: 'Session expired, please sign in again' },
  INVALID_JOIN_SESSION: { status: 401, rule: 'ID-3', text: 'invalid join session' },
  KYC_NOT_ELIGIBLE: { status: 403, rule: 'M§5', text: 'kyc level not eligible' },
  PERMISSION_REQUIRED: { status: 403, rule: 'MO-38', text: 'you do not have the permission for this' },
  STEP_UP_REQUIRED: { status: 403, rule: 'AW-14', text: 'please sign in again to confirm that it is you' },
  NOT_FOUND: { status: 404, rule: 'GW-9', text: 'not found' },
  METHOD_NOT_ALLOWED: { status: 405, rule: 'GW-9', text: 'this address takes other methods' },
  REQUEST_TIMEOUT: { status: 408, rule: 'GW-9', text: 'the request came too slowly' },
  PAYLOAD_TOO_LARGE: { status: 413, rule: 'GW-9', text: 'the body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, rule: 'GW-9', text: 'send JSON' },
  HEADERS_TOO_LARGE: { status: 431, rule: 'GW-9', text: 'the headers are too large' },
  VERSION_CONFLICT: { status: 409, rule: 'AW-4', text: 'somebody else has changed this meanwhile' },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    rule: 'GW-10',
    text: 'this idempotency key was used with another body',
  },
  REQUEST_IN_PROGRESS: {
    status: 409,
    rule: 'GW-10',
    text: 'the first request with this key is still running',
    retryAfterSeconds: 1,
  },
  RATE_LIMITED: { status: 429, rule: 'GW-24', text: 'too many requests' },
  UNAVAILABLE: { status: 503, rule: 'GW-9', text: 'service unavailable', retryAfterSeconds: 2 },
} as const satisfies RejectionTable
