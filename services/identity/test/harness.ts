import { createClient } from '@talad/proto/http/client'
import { startSandbox } from '@talad/sandbox/server'
import { makeSealer } from '@talad/shared/sealing'
import { openUnderTest } from '@talad/shared/testing/under-test'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { service as program } from '../src/service.ts'
import { makeKeys } from '../src/session/keys.ts'

export const SEAPORT = `0x${'5e'.repeat(20)}`
export const TOKEN = `0x${'70'.repeat(20)}`
export const COLLECTION = `0x${'c0'.repeat(20)}`
export const ZONE = `0x${'20'.repeat(20)}`
export const INTERNAL = 'a-secret-of-some-service'
export const SITE = 'https://talad.test'

/** Two channels of one provider of LINE, and one that isn't ours. */
export const LINE_CHANNELS = [
  {
    channelId: '1650000001',
    channelSecret: 'secret-of-web',
    providerId: 'talad',
    messagingToken: 'messaging-of-talad',
  },
  { channelId: '1650000002', channelSecret: 'secret-of-liff', providerId: 'talad' },
  { channelId: '1650000009', channelSecret: 'secret-of-others', providerId: 'others' },
] as const
const CLUB_CALLBACK = `${SITE}/identity/oauth/callback/club`

/** Keys of the test mnemonic that is public for this purpose. */
const KEYS = [
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
] as const

export const people = {
  somchai: {
    id: 'somchai',
    nameTH: 'สมชาย ใจดี',
    nameEN: 'Somchai Jaidee',
    phone: '+66810000002',
    email: 'somchai@example.com',
    level: 'SILVER' as const,
    privateKey: KEYS[0],
  },
  malee: {
    id: 'malee',
    nameTH: 'มาลี มีสุข',
    nameEN: 'Malee Meesuk',
    phone: '+66810000003',
    email: 'malee@example.com',
    level: 'GOLD' as const,
    privateKey: KEYS[1],
  },
  /** signs in by wallet first in tests */
  niran: {
    id: 'niran',
    nameTH: 'นิรันดร์ ทองคำ',
    nameEN: 'Niran Thongkham',
    phone: '+66810000004',
    email: 'niran@example.com',
    level: 'BRONZE' as const,
    privateKey: KEYS[2],
  },
}

export type Answer = { status: number; body: unknown; headers: Headers; setCookies: string[] }
export type Given = {
  method?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** A browser: keeps cookies, sends them back. */
export function makeBrowser(baseUrl: string) {
  const jar = new Map<string, string>()
  const cookie = () =>
    jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
  function keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
  }
  return {
    jar,
    /** A page of somebody else, or its form. */
    async page(path: string, form?: string) {
      const response = await fetch(baseUrl + path, {
        method: form === undefined ? 'GET' : 'POST',
        headers: {
          ...cookie(),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: form ?? null,
        redirect: 'manual',
      })
      keep(response.headers.getSetCookie())
      const location = response.headers.get('location') ?? undefined
      return { status: response.status, text: await response.text(), location }
    },
    async call(path: string, given: Given = {}): Promise<Answer> {
      const { body, token } = given
      const response = await fetch(baseUrl + path, {
        method: given.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...cookie(),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...given.headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
      })
      const setCookies = response.headers.getSetCookie()
      keep(setCookies)
      const text = await response.text()
      return {
        status: response.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: response.headers,
        setCookies,
      }
    },
  }
}
export type Browser = ReturnType<typeof makeBrowser>

const pair = z.object({
  tokenPair: z.object({ accessToken: z.string(), refreshToken: z.string().optional() }),
})

/** The tokens of an answer; fails when it isn't a success. */
export function tokensOf(answer: Answer): { accessToken: string; refreshToken: string } {
  const { accessToken, refreshToken } = pair.parse(answer.body).tokenPair
  return { accessToken, refreshToken: refreshToken ?? '' }
}

const claims = z.object({
  sub: z.string(),
  jid: z.string().optional(),
  jyc: z.int(),
  jsh: z.string().optional(),
  jxp: z.int().optional(),
  sid: z.string(),
  exp: z.int(),
  iat: z.int(),
  iss: z.string(),
  aud: z.string(),
  auth_time: z.int().optional(),
  ways: z.array(z.string()),
})
export const claimsOf = (token: string) => claims.parse(decodeJwt(token))

/** Code, text and status of a refusal. */
export function refusalOf(answer: Answer): { status: number; code: string; message: string } {
  const { code, message } = z.object({ code: z.string(), message: z.string() }).parse(answer.body)
  return { status: answer.status, code, message }
}

const opened = z.object({ sessionId: z.string(), webviewUrl: z.string(), expiresAt: z.string() })

export type System = Awaited<ReturnType<typeof startSystem>>

/** The real service with its own database, the embedded bus and the sandbox of Join. */
export async function startSystem(
  postgres: string,
  settings: Record<string, string> = {},
  joinChain: { rpcUrl?: string } = {},
) {
  const around = await openUnderTest(program, postgres)
  const { owner } = around
  const sandbox = await startSandbox({
    port: 0,
    host: '127.0.0.1',
    joinUsers: Object.values(people),
    ...joinChain,
    lineChannels: [...LINE_CHANNELS],
    membership: { clientId: 'talad', clientSecret: 'club-secret', redirectUris: [CLUB_CALLBACK] },
  })
  around.stopAtEnd(() => sandbox.stop())
  const config = around.config({
    JWKS_URL: 'http://127.0.0.1:1/unused',
    INTERNAL_TOKENS: INTERNAL,
    ASSET_INDEXER_URL: 'http://127.0.0.1:1',
    JOIN_URL: `${sandbox.url}/join/api/v1`,
    JOIN_API_KEY: 'sandbox-join-key',
    SIGN_IN_HOSTS: `${SITE},http://127.0.0.1:8080`,
    PERSONAL_DATA_KEY: '11'.repeat(32),
    LINE_CHANNELS: JSON.stringify(LINE_CHANNELS.slice(0, 2)),
    LINE_AUTHORIZE_URL: `${sandbox.url}/line/oauth2/v2.1/authorize`,
    LINE_API_URL: `${sandbox.url}/line/api`,
    MEMBERSHIP_PROVIDERS: JSON.stringify([
      {
        name: 'club',
        labelTh: 'สมาชิกคลับ',
        labelEn: 'The club',
        issuer: `${sandbox.url}/membership`,
        clientId: 'talad',
        clientSecret: 'club-secret',
        scopes: 'openid profile',
      },
    ]),
    RPC_URL: 'http://127.0.0.1:1',
    SEAPORT_ADDRESS: SEAPORT,
    SIGNING_CONTRACTS: JSON.stringify({ tokens: [TOKEN], collections: [COLLECTION], zones: [ZONE] }),
    ...settings,
  })
  const service = await around.start(config)

  const control = async (path: string, body: unknown, method = 'POST'): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/control${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.status === 204 ? undefined : response.json()
  }
  const browser = () => makeBrowser(service.url)

  return {
    ...around,
    url: service.url,
    config,
    control,
    browser,
    endpoints: service.endpoints,
    client: (token: string) => createClient({ baseUrl: service.url, token: () => token }),
    /** As the service's own loop does it. */
    renewKey: () =>
      makeKeys({
        db: owner,
        sealer: makeSealer(config.PERSONAL_DATA_KEY, 'identity.signing-key'),
        now: () => new Date(),
        accessTokenSeconds: config.ACCESS_TOKEN_SECONDS,
      }).renew(config.SIGNING_KEY_DAYS),
    async openSession(on: Browser) {
      const answer = await on.call('/identity/join/request-webview', {
        body: { redirectUrl: `${SITE}/back` },
      })
      return opened.parse(answer.body).sessionId
    },
    /** The whole of ID-13 as a person goes through it. */
    async signInWithJoin(userId: string, on: Browser = browser()) {
      const sessionId = await this.openSession(on)
      await control(`/join/sessions/${sessionId}`, { decision: 'approve', userId })
      const answer = await on.call(`/identity/join/generate-token?sessionId=${sessionId}`)
      return { ...tokensOf(answer), browser: on, sessionId }
    },
    stop: around.close,
  }
}
