import { MOST_TRANSFERS } from '@talad/proto/http/identity/transfers'
import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import { outsideText } from '@talad/shared/text'
import { z } from 'zod'
import { NOTHING } from '../account/personal-data.ts'
import type { JoinProfile } from '../account/profile.ts'
import { normalisePhone } from './phone.ts'

const time = z.iso.datetime().transform((text) => new Date(text))
const wallet = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())

// ID-12: `dev-…` is ours; a Join user of that name would share a customer id with a development account
const userId = z.string().regex(/^(?!dev-)[A-Za-z0-9_-]{1,64}$/)

const openedSession = z.object({
  sessionId: z.string().regex(/^[A-Za-z0-9_-]{43,128}$/), // ID-14: at least 32 random bytes
  webviewUrl: z.url(),
  expiresAt: time,
})

const sessionAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['pending', 'rejected', 'expired']) }),
  z.object({ status: z.literal('approved'), userId, sessionExpiresAt: time }),
])
export type JoinSession = z.infer<typeof sessionAnswer>

const LEVELS = { BRONZE: 1, SILVER: 2, GOLD: 3 } as const

const profileAnswer = z
  .object({
    id: userId,
    nameTH: outsideText(500).nullish(),
    nameEN: outsideText(500).nullish(),
    phone: outsideText(40).nullish(),
    email: outsideText(320).nullish(),
    extra: z.object({ level: z.enum(['BRONZE', 'SILVER', 'GOLD']).nullish() }).nullish(),
    walletAddress: wallet.nullish(),
  })
  .transform(({ id, nameTH, nameEN, phone, email, extra, walletAddress }) => ({
    id,
    personal: {
      ...NOTHING,
      nameTH: nameTH ?? null,
      nameEN: nameEN ?? null,
      phone: phone ? (normalisePhone(phone) ?? phone) : null, // WB-12
      email: email ?? null,
      walletAddress: walletAddress ?? null,
    },
    kycLevel: extra?.level ? LEVELS[extra.level] : 0, // ID-2
    walletAddress: walletAddress ?? undefined,
  }))

const openedRequest = z.object({ requestId: z.string().min(1), webviewUrl: z.url(), expiresAt: time })
export type OpenedRequest = z.infer<typeof openedRequest>

const requestAnswer = z.object({
  status: z.enum(['pending', 'signed', 'sent', 'rejected', 'failed', 'expired']),
  signature: z.string().optional(),
  txHash: z.string().optional(),
  transfers: z
    .array(
      z.object({
        status: z.enum(['pending', 'sent', 'mined', 'failed']),
        txHash: z
          .string()
          .regex(/^0x[0-9a-f]{64}$/)
          .optional(),
      }),
    )
    .max(MOST_TRANSFERS)
    .optional(),
})
export type JoinRequest = z.infer<typeof requestAnswer>

/** What a Join wallet can be asked for; amounts are decimal strings in the smallest unit. */
export type WalletRequest =
  | { kind: 'signature'; typedData: object }
  | { kind: 'approve-tokens'; contract: string; spender: string; amount: string }
  | { kind: 'approve-nfts'; contract: string; operator: string; approved: boolean }
  | { kind: 'contract'; to: string; data: string; value: string }
  | {
      kind: 'transfers'
      /** ours: the same one again is the same request */
      reference: string
      from: string
      transfers: readonly { contract: string; tokenId: string; amount: string; to: string }[]
      redirectUrl?: string
      redirectUrlType?: 'web' | 'liff' | 'app'
    }

/** A question who somebody is, as the app shows it (ID-13). */
export type AskedSession = {
  redirectUrl: string
  purpose: 'sign-in' | 'link' | 'renew'
  /** host that asks */
  site: string
  /** end of the id of the account that Join is linked to */
  account?: string
  /** E.164; an unknown one gets the same answer (ID-17) */
  phone?: string
  /** what the browser shows and the phone has to be told */
  compare?: string
}

/** The Join wallet and identity service. Every call throws Rejection UNAVAILABLE when Join can't be asked. */
export type Join = {
  openSession(asked: AskedSession): Promise<z.infer<typeof openedSession>>
  session(sessionId: string): Promise<JoinSession | undefined>
  profile(userId: string): Promise<JoinProfile | undefined>
  openRequest(userId: string, request: WalletRequest): Promise<OpenedRequest>
  request(requestId: string): Promise<JoinRequest | undefined>
}

type JoinDeps = { url: string; apiKey: string; timeoutMs: number; log: Pick<Platform['log'], 'warn'> }

function makeCall({ url, apiKey, timeoutMs, log }: JoinDeps) {
  const base = url.replace(/\/$/, '')
  const away = (about: object): never => {
    log.warn(about, 'Join can not be asked')
    throw new Rejection('UNAVAILABLE')
  }
  /** @returns undefined for a 404 */
  return async function call<S extends z.ZodType>(
    answer: S,
    path: string,
    body?: object,
  ): Promise<z.output<S> | undefined> {
    const response = await fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': apiKey, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((err: unknown) => away({ err }))
    if (response.status === 404) return undefined
    const content: unknown = await response.json().catch(() => undefined)
    // a body may hold personal data: only the status is logged
    if (!response.ok) return away({ status: response.status })
    const parsed = answer.safeParse(content)
    return parsed.success ? parsed.data : away({ issues: parsed.error.issues.map((issue) => issue.path) })
  }
}

function existing<T>(found: T | undefined): T {
  if (found === undefined) throw new Rejection('UNAVAILABLE')
  return found
}

/** @param deps `url` is the base of Join's API; an answer that takes longer than `timeoutMs` is none */
export function makeJoin(deps: JoinDeps): Join {
  const call = makeCall(deps)
  const reading = new Map<string, Promise<JoinProfile | undefined>>()
  return {
    openSession: async (asked) => existing(await call(openedSession, '/sessions', asked)),
    session: (sessionId) => call(sessionAnswer, `/sessions/${encodeURIComponent(sessionId)}`),
    profile(id) {
      // fifty tabs that refresh at once are one question (ID-18 protects Join likewise)
      const asked = reading.get(id)
      if (asked) return asked
      const asking = call(profileAnswer, `/users/${encodeURIComponent(id)}`).finally(() => reading.delete(id))
      reading.set(id, asking)
      return asking
    },
    openRequest: async (id, { kind, ...request }) =>
      existing(await call(openedRequest, `/requests/${kind}`, { userId: id, ...request })),
    request: (requestId) => call(requestAnswer, `/requests/${encodeURIComponent(requestId)}`),
  }
}
