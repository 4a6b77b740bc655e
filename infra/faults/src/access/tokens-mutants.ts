import type { Mutant } from '../proof.ts'

const auth = 'services/_shared/src/http/auth.ts'
const small = { size: 20 }

export const mutants: readonly Mutant[] = [
  {
    name: 'unsigned',
    says: 'the signature of a token is not looked at',
    ...small,
    edit: {
      file: auth,
      find: 'await jwtVerify(match[1], keys, {',
      replace: `await (async (token: string, _keys: unknown, _rules: unknown) => ({
          payload: JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
        }))(match[1], keys, {`,
    },
  },
  {
    name: 'audience',
    says: 'tokens for another audience are taken',
    ...small,
    edit: { file: auth, find: 'audience: TOKEN_AUDIENCE,', replace: '' },
  },
  {
    name: 'expiry',
    says: 'a token without an end is taken',
    ...small,
    edit: { file: auth, find: `requiredClaims: ['sub', 'exp', 'iat'],`, replace: '' },
  },
  {
    name: 'brought-keys',
    says: 'a key that a token brings along is believed',
    ...small,
    edit: {
      file: auth,
      find: 'jwtVerify(match[1], keys, {',
      replace: `jwtVerify(match[1], (header, token) => {
          const own = header?.jwk
          return own === undefined ? keys(header, token) : crypto.subtle.importKey('jwk', own, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
        }, {`,
    },
  },
  {
    name: 'ended-sessions',
    says: 'ended sessions are not asked for',
    ...small,
    edit: { file: auth, find: `if (ended) throw new Rejection('SESSION_EXPIRED')`, replace: 'void ended' },
  },
  {
    name: 'level-of-token',
    says: 'the level of a token counts until it ends',
    ...small,
    edit: {
      file: auth,
      find: 'return kycLevel === undefined ? actor :',
      replace: 'return kycLevel !== -1 ? actor :',
    },
  },
  {
    name: 'live-goes-on',
    says: 'nobody ends the live stream of a session that has ended',
    ...small,
    edit: {
      file: 'services/gateway/src/live/connections.ts',
      find: '(over) => over && stream.end(),',
      replace: '() => undefined,',
    },
  },
  {
    name: 'replay-forgiven',
    says: 'a retired refresh token is refused, its family goes on',
    ...small,
    edit: {
      file: 'services/identity/src/session/refresh.ts',
      find: 'await revokeSession(deps.db, session.id, deps.now())\n      throw',
      replace: 'throw',
    },
  },
  {
    name: 'no-grace',
    says: 'a refresh token is good for one call alone, tabs or not',
    ...small,
    edit: {
      file: 'services/identity/src/session/decide.ts',
      find: `return generation === family.generation - 1 && inGrace ? 'repeat' : 'reuse'`,
      replace: `return inGrace && generation < 0 ? 'repeat' : 'reuse'`,
    },
  },
]
