import type { Mutant } from '../proof.ts'

export const mutants: readonly Mutant[] = [
  {
    name: 'headers-logged',
    says: 'the headers of every request are logged at debug level',
    edit: {
      file: 'services/_shared/src/http/app.ts',
      find: `reply.header('x-request-id', request.id)`,
      replace: `reply.header('x-request-id', request.id)
    request.log.debug({ sent: { ...request.headers } }, 'asked')`,
    },
  },
  {
    name: 'replay-logged',
    says: 'a refresh token that comes again is written into the warning',
    edit: {
      file: 'services/identity/src/session/refresh.ts',
      find: 'deps.log.warn({ session: session.id,',
      replace: 'deps.log.warn({ presented: refreshToken, session: session.id,',
    },
  },
  {
    name: 'body-answered',
    says: 'the answer to a bad body repeats it',
    edit: {
      file: 'services/_shared/src/http/errors.ts',
      find: `\${field}: \${reason}`,
      replace: `\${field}: \${reason} \${JSON.stringify(request.body)}`,
    },
  },
  {
    name: 'token-traced',
    says: 'the trace of a request carries its token',
    edit: {
      file: 'services/_shared/src/http/app.ts',
      find: 'correlationId: request.id,\n    traceparent:',
      replace: 'correlationId: [request.id, request.headers.authorization].join(),\n    traceparent:',
    },
  },
  {
    name: 'person-in-clear',
    says: 'personal data is stored as it came',
    edit: {
      file: 'services/_shared/src/sealing.ts',
      find: '  return {\n    fingerprint:',
      replace: `  if (purpose === 'identity.personal-data')
    return {
      seal: (text) => Buffer.from(text),
      open: (bytes) => Buffer.from(bytes).toString(),
      fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    }
  return {\n    fingerprint:`,
    },
  },
]
