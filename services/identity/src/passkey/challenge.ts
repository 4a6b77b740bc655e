import type { Queryable, Tx } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { siteOf } from '../session/cookies.ts'
import { signInHosts } from '../session/sign-in-hosts.ts'

export const CHALLENGE_SECONDS = 5 * 60

/** Who was asked: a browser, and to register a passkey also a session. */
export type Asked = { browser: Buffer; sessionId: string | undefined }

export async function keepChallenge(
  db: Queryable,
  challenge: string,
  { browser, sessionId }: Asked,
  now: Date,
): Promise<void> {
  await db.query(
    'insert into passkey_challenge (challenge, browser_hash, session_id, expires_at) values ($1, $2, $3, $4)',
    [challenge, browser, sessionId ?? null, new Date(now.getTime() + CHALLENGE_SECONDS * 1000)],
  )
}

/** Uses a challenge up: of many at once, one. @throws Rejection PASSKEY_REFUSED */
export async function useChallenge(
  tx: Tx,
  challenge: string,
  { browser, sessionId }: Asked,
  now: Date,
): Promise<void> {
  const used = await tx.query(
    `delete from passkey_challenge where challenge = $1 and browser_hash = $2
       and session_id is not distinct from $3 and expires_at > $4`,
    [challenge, browser, sessionId ?? null, now],
  )
  if (used.rowCount !== 1) throw new Rejection('PASSKEY_REFUSED')
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]{1,200}$/) })

/** The challenge that an answer is about; whether it was ours is looked at as it is used up. @throws Rejection PASSKEY_REFUSED */
export function challengeIn(clientDataJSON: string): string {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString()
    return clientData.parse(JSON.parse(text)).challenge
  } catch {
    throw new Rejection('PASSKEY_REFUSED')
  }
}

/**
 * For which host browsers hand out passkeys: the configured one on its own sites and those below it, elsewhere the site's
 * own; and from which of our origins an answer may come.
 */
export async function relyingParty(deps: Pick<Deps, 'db' | 'config'>, request: FastifyRequest) {
  const origins = await signInHosts(deps)
  const ours = origins.map((origin) => new URL(origin))
  const here = new URL(siteOf(request, origins)).hostname
  const main = deps.config.PASSKEY_RP_ID
  const isBelow = (host: string, id: string) => host === id || host.endsWith(`.${id}`)
  const rpID = main !== undefined && isBelow(here, main) ? main : here
  const expectedOrigin = ours.filter(({ hostname }) => isBelow(hostname, rpID)).map(({ origin }) => origin)
  return { rpID, expectedOrigin }
}
