import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A token that must open nothing. */
type Forgery = { what: string; token: string }
type Claims = Record<string, unknown>
type Header = Record<string, unknown>
type Signer = (text: string) => Buffer

/** The very key with which tokens are signed. With it one is wrong in nothing but what is to be tried. */
type SigningKey = { kid: string; key: KeyObject }

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Writes a token out by hand: whatever the header and the claims say, and whoever signs. */
function write(header: Header, claims: unknown, signer: Signer): string {
  const text = `${base64(header)}.${base64(claims)}`
  return `${text}.${signer(text).toString('base64url')}`
}

const es256 = (key: KeyObject) => (text: string) =>
  sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
const hmac = (hash: string, key: string | Buffer) => (text: string) =>
  createHmac(hash, key).update(text).digest()
const unsigned = () => Buffer.alloc(0)

/** A token as identity would make it, of any claims. */
function signed({ kid, key }: SigningKey, claims: Claims): string {
  return write({ alg: 'ES256', kid, typ: 'JWT' }, claims, es256(key))
}

const ALGORITHMS = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' } as const

/** The public key in every form in which somebody might take it for a secret. */
function publicTexts(key: KeyObject): Record<string, string | Buffer> {
  const open = createPublicKey(key)
  const { x = '', y = '', ...rest } = open.export({ format: 'jwk' })
  const pem = String(open.export({ type: 'spki', format: 'pem' }))
  return {
    PEM: pem,
    'PEM without its last line break': pem.trimEnd(),
    DER: open.export({ type: 'spki', format: 'der' }),
    JWK: JSON.stringify({ ...rest, x, y }),
    x,
    'x as bytes': Buffer.from(x, 'base64url'),
    point: Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]),
    nothing: '',
  }
}

/** Algorithms: none at all, a shared secret that everybody knows, or another kind of signature. */
function byAlgorithm({ kid, key }: SigningKey, claims: Claims): Forgery[] {
  const none = ['none', 'None', 'NONE', 'nOnE', '', null, 0, ['ES256'], undefined].flatMap((alg) => [
    { what: `algorithm ${alg}, unsigned`, token: write({ alg, kid }, claims, unsigned) },
    { what: `algorithm ${alg}, signed by our key`, token: write({ alg, kid }, claims, es256(key)) },
  ])
  const confused = Object.entries(publicTexts(key)).flatMap(([form, secret]) =>
    Object.entries(ALGORITHMS).map(([alg, hash]) => ({
      what: `${alg} with the public key (${form}) as its secret`,
      token: write({ alg, kid, typ: 'JWT' }, claims, hmac(hash, secret)),
    })),
  )
  const kinds = ['ES384', 'ES512', 'ES256K', 'RS256', 'PS256', 'EdDSA', 'Ed25519', 'HS256', 'dir', 'RSA-OAEP']
  const others = kinds.map((alg) => ({
    what: `${alg} over a signature of ours`,
    token: write({ alg, kid, typ: 'JWT' }, claims, es256(key)),
  }))
  return [...none, ...confused, ...others]
}

/** Keys of the forger's own, named in every place where a careless verifier looks for one. */
function byKey({ kid, key }: SigningKey, claims: Claims, lair: string): Forgery[] {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...own.publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }
  const names: unknown[] = [
    ...[kid, 'attacker', '', null, 0, {}, [kid], true, 'x'.repeat(3_000), '__proto__', 'constructor', '%00'],
    ...[
      '../../../../../dev/null',
      '/dev/null',
      '/proc/self/environ',
      'file:///dev/null',
      'C:\\Windows\\win.ini',
    ],
    ...[`${lair}/jwks.json`, `${lair}/key.pem`, `http:${lair.slice(5)}`, '//localhost/jwks.json'],
    ...[
      `' or '1'='1`,
      `' union select 'secret' --`,
      `${kid}' --`,
      '"; drop table signing_key; --',
      '$(id)',
      '|id',
    ],
  ]
  const underNames = names.flatMap((name) => [
    {
      what: `another key under kid ${name}`,
      token: write({ alg: 'ES256', kid: name }, claims, es256(own.privateKey)),
    },
    {
      what: `an empty secret under kid ${name}`,
      token: write({ alg: 'HS256', kid: name }, claims, hmac('sha256', '')),
    },
  ])
  const places: Header[] = [
    { jwk },
    { jku: `${lair}/jwks.json` },
    { x5u: `${lair}/cert.pem` },
    { x5c: [Buffer.from('not a certificate').toString('base64')] },
    { jwk, jku: `${lair}/jwks.json`, x5u: `${lair}/cert.pem` },
    { jwks: { keys: [jwk] }, iss: lair },
  ]
  const brought = places.flatMap((place) =>
    [kid, 'attacker', undefined].map((name) => ({
      what: `a key of its own (${Object.keys(place)}) under kid ${name}`,
      token: write({ alg: 'ES256', kid: name, ...place }, claims, es256(own.privateKey)),
    })),
  )
  const critical = ['exp', 'b64', 'x'].map((name) => ({
    what: `critical header ${name}`,
    token: write({ alg: 'ES256', kid, crit: [name], [name]: false }, claims, es256(key)),
  }))
  return [...underNames, ...brought, ...critical]
}

const YEAR_S = 31_536_000

/** Signed by our own key, and yet not a token for these services, of this moment, or of anybody. */
function byClaim(at: SigningKey, claims: Claims): Forgery[] {
  const now = Math.floor(Date.now() / 1000)
  const { aud: _a, iss: _i, exp: _e, iat: _t, sub: _s, ...rest } = claims
  const changes: Record<string, Claims> = {
    ...Object.fromEntries(
      ['talad-admin', 'campaign', 'TALAD', 'talad ', ['other'], '', null, 0, { talad: 1 }].map((aud) => [
        `audience ${JSON.stringify(aud)}`,
        { ...claims, aud },
      ]),
    ),
    ...Object.fromEntries(
      ['talad', 'https://attacker.example', 'Talad-Identity', ['other'], '', null].map((iss) => [
        `issuer ${JSON.stringify(iss)}`,
        { ...claims, iss },
      ]),
    ),
    ...Object.fromEntries(
      [now - 1, now - 900, 0, -1, '4000000000', null, Number.NaN, String(now + 900), {}].map((exp) => [
        `end ${JSON.stringify(exp)}`,
        { ...claims, exp },
      ]),
    ),
    'no audience': { ...claims, aud: undefined },
    'no issuer': { ...claims, iss: undefined },
    'no end': { ...claims, exp: undefined },
    'no time of issue': { ...claims, iat: undefined },
    'no subject': { ...claims, sub: undefined },
    'an empty subject': { ...claims, sub: '' },
    'a subject that is a list': { ...claims, sub: [claims.sub] },
    'not valid before a year': { ...claims, nbf: now + YEAR_S },
    'not valid before an hour': { ...claims, nbf: now + 3_600 },
    'a level that does not exist': { ...claims, jyc: 9 },
    'a level as text': { ...claims, jyc: '3' },
    'a join identity that is a list': { ...claims, jid: ['demo-dara'] },
    'nothing but the rest': rest,
  }
  const wrong = Object.entries(changes).map(([what, changed]) => ({ what, token: signed(at, changed) }))
  const header = { alg: 'ES256', kid: at.kid }
  const shapes = [[], 'text', null, 1, [claims]].map((payload) => ({
    what: `a payload that is ${JSON.stringify(payload).slice(0, 20)}`,
    token: write(header, payload, es256(at.key)),
  }))
  return [...wrong, ...shapes]
}

/** What may happen to a good token on its way, or be done to it by somebody without a key. */
function mauled(token: string): Forgery[] {
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims: Claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const wishes: Claims[] = [
    { jyc: 3 },
    { jid: 'demo-dara' },
    { sub: '0' },
    { exp: 4e9 },
    { sid: 'f' },
    { role: 'admin' },
  ]
  const places = Array.from({ length: token.length - 1 }, (_, at) => at + 1)
  const tokens: [what: string, token: string][] = [
    ...wishes.map((wish): [string, string] => [
      `the claim ${JSON.stringify(wish)} changed`,
      `${head}.${base64({ ...claims, ...wish })}.${signature}`,
    ]),
    ...places.flatMap((at): [string, string][] => [
      [`what follows ${at} cut off`, token.slice(0, at)],
      [`its first ${at} lost`, token.slice(at)],
      [`character ${at} lost`, token.slice(0, at) + token.slice(at + 1)],
      [`a dot too many at ${at}`, `${token.slice(0, at)}.${token.slice(at)}`],
    ]),
    ['parts exchanged', `${body}.${head}.${signature}`],
    ['the signature in the middle', `${head}.${signature}.${body}`],
    ['the payload as its signature', `${head}.${body}.${body}`],
    ['zeros as its signature', `${head}.${body}.${Buffer.alloc(64).toString('base64url')}`],
    ['the signature repeated', `${token}.${signature}`],
  ]
  return tokens.map(([what, mauled]) => ({ what, token: mauled }))
}

/** Every way of being wrong that has a name. @param lair the forger's server, which nobody may ever ask */
export function forgeries(at: SigningKey, claims: Claims, lair: string): Forgery[] {
  const dearest = { ...claims, jyc: 3 }
  const made = [...byAlgorithm(at, dearest), ...byKey(at, dearest, lair), ...byClaim(at, claims)]
  return [...made, ...mauled(signed(at, claims))]
}
