import { createClient, ResponseError } from '@talad/proto/http/client'
import { fullRefresh, halfRefresh, type SignedInAnswer } from '@talad/proto/http/identity/session'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { source } from '../browser/source.ts'
import { forgetMine, stored } from '../browser/storage.ts'
import { forgetReads, readAs } from '../client/query.ts'
import { type AccessClaims, readAccessToken } from './access-token.ts'
import { REFRESH_LOCK, SESSION_NOTE, takeEarly } from './early-refresh.ts'
import { clockOffset, refreshDue, type SessionTimes, untilRefresh } from './session-timing.ts'

const CHANNEL = 'talad-session'
/** WB-15: after this, browsing goes on as a visitor. */
const START_WAIT_MS = 10_000
const RETRY_MS = 15_000
/** A refresh that ended this recently in another tab counts for this one too. */
const FRESH_MS = 5_000

export type Session =
  | { kind: 'starting' }
  | { kind: 'visitor' }
  | { kind: 'user'; accountId: string; isCustomer: boolean; kycLevel: number }

type Held = { token: string; claims: AccessClaims; times: SessionTimes; offsetMs: number; takenAt: number }

const message = z.union([
  z.object({
    kind: z.literal('answer'),
    accessToken: z.string(),
    refreshExpiresAt: z.string(),
    serverTime: z.string(),
  }),
  z.object({ kind: z.literal('out'), byHand: z.boolean().optional() }),
])

/** That somebody is signed in on this browser, and since when; no secret (ID-10). */
const remembered = stored(SESSION_NOTE, z.object({ refreshIssuedAt: z.number() }), () => window.localStorage)

/** When the last answer to a refresh came; one that the first script has asked for was here before it was looked at. */
let answeredAt = 0
// No Authorization header: the refresh token in the cookie speaks (ID-5).
const callWithCookie = createClient({
  baseUrl: source.origin,
  fetch: async (url, init) => {
    const early = await takeEarly(String(url))?.catch(() => undefined)
    const response = early?.response ?? (await fetch(url, init))
    answeredAt = early?.at ?? Date.now()
    return response
  },
})
const listeners = new Set<() => void>()
let held: Held | undefined
let state: Session = { kind: 'starting' }
let timer: number | undefined
let onExpired = () => {}
let reload = () => {}
/** Whose things this tab may still have in memory, also after a session that ended by itself. */
let person: string | undefined
/** The other tabs; there from the start of the page. */
let channel: BroadcastChannel | undefined

function show(next: Session) {
  state = next
  readAs(next.kind === 'user' ? next.accountId : undefined)
  for (const listener of listeners) listener()
}

/** What was read, looked at and typed is no business of whoever comes next. */
function forgetPerson(): void {
  person = undefined
  forgetReads()
  forgetMine()
}

/** Nothing of the former person stays in this tab: what was read, typed and opened is gone, in memory too. */
function emptyTab(): void {
  window.clearTimeout(timer)
  held = undefined
  forgetPerson()
  reload()
}

function isSomebodyElse({ accessToken }: Pick<Answer, 'accessToken'>): boolean {
  return person !== undefined && readAccessToken(accessToken)?.sub !== person
}

function serverNow(offsetMs: number): number {
  return Date.now() + offsetMs
}

type Answer = { accessToken: string; refreshExpiresAt: string; serverTime: string }

/** Takes an answer of identity into memory. `renewed`: the refresh token is new as well. `at`: when it came. */
function take(answer: Answer, renewed: boolean, at = Date.now()): boolean {
  const claims = readAccessToken(answer.accessToken)
  if (!claims) return false
  if (isSomebodyElse(answer)) forgetPerson()
  person = claims.sub
  const offsetMs = clockOffset(answer.serverTime, at)
  const known = renewed ? undefined : remembered.read()
  const refreshIssuedAt = known?.refreshIssuedAt ?? Date.parse(answer.serverTime)
  remembered.write({ refreshIssuedAt })
  held = {
    token: answer.accessToken,
    claims,
    offsetMs,
    takenAt: Date.now(),
    times: {
      access: { issuedAt: claims.iat * 1000, expiresAt: claims.exp * 1000 },
      refresh: { issuedAt: refreshIssuedAt, expiresAt: Date.parse(answer.refreshExpiresAt) },
    },
  }
  plan()
  show({ kind: 'user', accountId: claims.sub, isCustomer: claims.jid !== undefined, kycLevel: claims.jyc })
  return true
}

/** For a page that asks for nobody's session, and sends no cookie of one. */
export function stayVisitor(): void {
  show({ kind: 'visitor' })
}

function plan(wait?: number) {
  window.clearTimeout(timer)
  if (!held) return
  const delay = wait ?? untilRefresh(held.times, serverNow(held.offsetMs))
  timer = window.setTimeout(() => void refresh().catch(() => plan(RETRY_MS)), delay)
}

function forget() {
  window.clearTimeout(timer)
  held = undefined
  remembered.clear()
  show({ kind: 'visitor' })
}

/** @param wanted in place of what is due */
async function refreshNow(wanted?: 'full'): Promise<void> {
  if (!wanted && held && Date.now() - held.takenAt < FRESH_MS) return
  const kind = wanted ?? (held && refreshDue(held.times, serverNow(held.offsetMs))) ?? 'half'
  const had = held
  try {
    const answer = await callWithCookie(kind === 'full' ? fullRefresh : halfRefresh, { body: {} })
    if (isSomebodyElse(answer.tokenPair)) return emptyTab() // they signed in in another tab
    signedIn(answer, kind === 'full', answeredAt)
  } catch (error) {
    if (!(error instanceof ResponseError) || error.code !== 'session_expired') throw error
    if (held && held !== had) return // they have signed in anew in another tab meanwhile
    // also where the page has just begun: who was signed in here is told that it is over
    const wasIn = held !== undefined || remembered.read() !== undefined
    forget()
    channel?.postMessage({ kind: 'out' })
    if (wasIn) onExpired()
  }
}

/** ID-7: a tab that waited uses what the other one got. */
export function refresh(wanted?: 'full'): Promise<void> {
  return navigator.locks.request(REFRESH_LOCK, () => refreshNow(wanted))
}

/**
 * What every sign-in ends with. `renewed`: the answer came with a new refresh token, as all but half refreshes do. `at`: when
 * it came.
 */
export function signedIn(answer: SignedInAnswer, renewed = true, at?: number): void {
  const { serverTime, refreshExpiresAt } = answer
  const taken: Answer = { accessToken: answer.tokenPair.accessToken, refreshExpiresAt, serverTime }
  if (!take(taken, renewed, at)) throw new Error('the access token can not be read')
  channel?.postMessage({ kind: 'answer', ...taken })
}

/** Ends the session in every tab of this browser and empties the others; the caller tells identity (ID-11). */
export function signedOut(): void {
  forget()
  forgetPerson()
  channel?.postMessage({ kind: 'out', byHand: true })
}

/** WB-4: the server no longer takes our token. */
export function sessionEnded(): void {
  if (!held) return
  forget()
  channel?.postMessage({ kind: 'out' })
  onExpired()
}

/** The token to send, renewed first if it is due; undefined for visitors. A refresh that fails leaves the old one. */
export async function currentToken(): Promise<string | undefined> {
  if (held && refreshDue(held.times, serverNow(held.offsetMs))) await refresh().catch(() => {})
  return held?.token
}

type Starting = { renew?: boolean; empty?: () => void }

/**
 * Signs in again after a reload, if somebody was signed in; `expired` is told when a session ends by itself.
 * @param renew the address asks for a new refresh token (ID-9)
 * @param empty another person has signed in in another tab, or this one has signed out there
 */
export async function startSession(
  expired: () => void,
  { renew = false, empty = () => window.location.reload() }: Starting = {},
): Promise<void> {
  onExpired = expired
  reload = empty
  channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = (event: MessageEvent<unknown>) => {
    const heard = message.safeParse(event.data)
    if (!heard.success) return
    if (heard.data.kind === 'answer') {
      if (isSomebodyElse(heard.data)) emptyTab()
      else take(heard.data, false)
      return
    }
    const wasSomebodys = person !== undefined
    forget()
    if (heard.data.byHand && wasSomebodys) emptyTab()
  }
  if (!remembered.read()) return forget()
  const waited = window.setTimeout(() => show({ kind: 'visitor' }), START_WAIT_MS)
  await refresh(renew ? 'full' : undefined).catch(() => show({ kind: 'visitor' }))
  window.clearTimeout(waited)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => state

/** Who is signed in at this moment. */
export function currentSession(): Session {
  return state
}

/** Who is signed in, for components. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, current, current)
}

/** Tells whenever somebody signs in or out. */
export function onSession(listener: (session: Session) => void): () => void {
  return subscribe(() => listener(state))
}

/** When the person proved who they are, in milliseconds since 1970; a refresh doesn't move it. */
export function signedInAt(): number | undefined {
  const at = held?.claims.auth_time
  return at === undefined ? undefined : at * 1000
}

/** ID-7: now on the server's clock, in milliseconds, as far as an answer has told it. */
export function serverTime(): number {
  return serverNow(held?.offsetMs ?? 0)
}
