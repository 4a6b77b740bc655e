import { control, visit } from '@talad/dev/seed/site'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { holds } from '../proof.ts'
import type { System } from '../system.ts'
import { type Answer, ask, send } from './doors.ts'

/** All that is asked of a system to go in: where it is. */
export type Site = Pick<System, 'run'>

/** What somebody has who is signed in. */
export type Pair = { accessToken: string; refreshToken: string }

const signedIn = z.object({
  tokenPair: z.object({ accessToken: z.string(), refreshToken: z.string() }),
})

/** @throws Disproved when it is no sign-in or refresh that succeeded */
export function pairIn({ status, body, text }: Answer): Pair {
  const parsed = signedIn.safeParse(body)
  if (status !== 200 || !parsed.success) throw new Error(`no pair of tokens: ${status} ${text}`)
  return parsed.data.tokenPair
}

/** Signs in with Join, approved on the phone; the tokens as native callers keep them. */
export async function enter({ run }: Site, joinId: string): Promise<Pair> {
  const call = visit(run)
  const { sessionId } = await call(identityHttp.requestWebview, { body: { redirectUrl: `${run.gateway}/` } })
  await control(run, 'POST', `join/sessions/${sessionId}`, { decision: 'approve', userId: joinId })
  const { tokenPair } = await call(identityHttp.generateToken, { query: { sessionId } })
  holds(tokenPair.refreshToken !== undefined, 'a sign-in gave no refresh token')
  return { accessToken: tokenPair.accessToken, refreshToken: tokenPair.refreshToken }
}

/** Signs in as a made-up person (ID-12). */
export async function enterAs(
  { run }: Site,
  about: { user: string; level: number; customer?: boolean },
): Promise<Pair> {
  const { user, level, customer = true } = about
  const query = `user=${user}&level=${level}&customer=${customer ? 1 : 0}`
  return pairIn(await ask(`${run.gateway}${identityHttp.devAuth.path}?${query}`))
}

export type RefreshKind = 'half' | 'full'

export function refresh({ run }: Site, kind: RefreshKind, refreshToken: string): Promise<Answer> {
  const { path } = kind === 'half' ? identityHttp.halfRefresh : identityHttp.fullRefresh
  return send(run.gateway + path, { refreshToken })
}

export function claimsOf(token: string): Record<string, unknown> {
  return decodeJwt(token)
}
