import { type PersonKey, people, personKeys } from '@talad/demo/people'
import { identityHttp as http } from '@talad/proto/http/identity/accounts'
import type { Profile } from '@talad/proto/http/identity/profile'
import * as signing from '@talad/proto/http/identity/signing'
import { answer, mustBe, Refusal, type Route } from './answer.ts'
import { began, customerOf, hex, walletOf } from './world.ts'

const LIFE_S = 900
const SIGNED_AFTER_MS = 4_000
const levels = { BRONZE: 1, SILVER: 2, GOLD: 3 }

/** Who is signed in on the one browser of the development server; set by /auth/join?sessionId=<person>. */
let current: PersonKey | undefined
const requests = new Map<string, { kind: 'signature' | 'approve-nfts'; at: number }>()

function personBy(key: PersonKey) {
  const found = people.find((person) => person.key === key)
  if (!found) throw new Refusal(404, 'not_found')
  return found
}

/** Not a real token: three parts, of which the page reads the middle one. */
function tokenOf(key: PersonKey): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: hex(24, `account ${key}`),
    iat: now,
    exp: now + LIFE_S,
    jid: personBy(key).joinId,
    jxp: now + 30 * 86_400,
    jyc: levels[personBy(key).level],
    person: key,
  }
  return `mock.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.mock`
}

/** The person of a token that this file made. */
export function personOfToken(token: string): PersonKey | undefined {
  return personKeys.find((key) => hex(24, `account ${key}`) === subjectOf(token))
}

function subjectOf(token: string): string {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub
  } catch {
    return ''
  }
}

function answerFor(key: PersonKey) {
  current = key
  return { tokenPair: { accessToken: tokenOf(key) }, serverTime: new Date().toISOString() }
}

function refreshed() {
  if (current === undefined) throw new Refusal(401, 'session_expired')
  return answerFor(current)
}

function profileOf(key: PersonKey): Profile {
  const { name, email, phone, joinId, level } = personBy(key)
  return {
    account_id: hex(24, `account ${key}`),
    customer_id: customerOf(key),
    kyc_level: levels[level],
    identity_provider: 'join',
    identity_provider_profile: {
      id: hex(24, key),
      userId: joinId,
      displayName: name.en,
      email,
      phoneNumber: phone,
      nameEN: name.en,
      nameTH: name.th,
      profilePicture: null,
      walletAddress: walletOf(key),
    },
    idps: ['join'],
    wallets: [{ address: walletOf(key), provider: 'join' }],
    ens: null,
    profilePictureUrl: null,
  }
}

function ask(kind: 'signature' | 'approve-nfts', origin: string) {
  const requestId = hex(32, `${kind} ${requests.size} ${began}`)
  requests.set(requestId, { kind, at: Date.now() })
  return {
    requestId,
    webviewUrl: `${origin}/`,
    expiresAt: new Date(Date.now() + 360_000).toISOString(),
  }
}

/** Sign-in, profile, and a phone which says yes after a while. */
export const identity: Route[] = [
  answer(http.waysIn, () => ({
    line: true,
    liff: [],
    memberships: [{ provider: 'club', th: 'สมาชิกคลับ', en: 'Club membership' }],
    dev: true,
  })),
  answer(http.requestWebview, ({ body }) => ({
    sessionId: 'buyer-session-of-the-mock',
    webviewUrl: body.redirectUrl,
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  })),
  answer(http.verifySession, () => ({ status: 'approved' })),
  answer(http.generateToken, ({ query }) =>
    answerFor(personKeys.find((key) => query.sessionId.startsWith(key)) ?? 'buyer'),
  ),
  answer(http.halfRefresh, refreshed),
  answer(http.fullRefresh, refreshed),
  answer(http.customerProfile, refreshed),
  answer(http.logout, () => {
    current = undefined
    return { status: 'signed_out' }
  }),
  answer(http.myProfile, ({ person }) => profileOf(mustBe(person))),
  answer(signing.requestWebviewSignature, ({ origin }) => ask('signature', origin)),
  answer(signing.approveNfts, ({ origin }) => ask('approve-nfts', origin)),
  answer(signing.signatureLoad, ({ query: { requestId } }) => {
    const request = requests.get(requestId)
    if (!request) throw new Refusal(404, 'not_found')
    const { kind, at } = request
    if (Date.now() - at < SIGNED_AFTER_MS) return { requestId, kind, status: 'pending' }
    return { requestId, kind, status: 'signed', signature: `0x${'11'.repeat(65)}` }
  }),
]
