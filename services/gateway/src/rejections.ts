import { commonRejections, type RejectionTable } from '@talad/shared/rejection'

/** Every "no" of the gateway itself; the services' own pass through unchanged. */
export const rejections = {
  ...commonRejections,
  FOREIGN_ORIGIN: { status: 403, rule: 'ID-10', text: 'this page may not use your sign-in' },
  GATEWAY_TIMEOUT: { status: 504, rule: 'GW-9', text: 'the service took too long' },
  SERVICE_BUSY: {
    status: 503,
    rule: 'GW-9',
    text: 'too many calls at once, please try again in a moment',
    retryAfterSeconds: 2,
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    rule: 'GW-24',
    text: 'too many live connections',
    retryAfterSeconds: 30,
  },
} as const satisfies RejectionTable
