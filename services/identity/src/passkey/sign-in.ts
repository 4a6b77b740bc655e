import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { passkeySignIn } from '@talad/proto/http/identity/passkeys'
import { inTx } from '@talad/shared/db'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { beginSession, pairOf } from '../session/begin.ts'
import type { Visit } from '../session/device.ts'
import { refreshExpiry } from '../session/judge-refresh.ts'
import type { TokenPair } from '../session/tokens.ts'
import { challengeIn, keepChallenge, relyingParty, useChallenge } from './challenge.ts'
import { orRefused } from './register.ts'
import { findPasskey, usePasskey } from './store.ts'

type Assertion = z.output<NonNullable<typeof passkeySignIn.body>>['response']

/** What a passkey is to sign; any of this site may, so that nobody hears who has one. */
export async function beginSignIn(deps: Deps, request: FastifyRequest, browser: Buffer) {
  const { rpID } = await relyingParty(deps, request)
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' })
  await keepChallenge(deps.db, options.challenge, { browser, sessionId: undefined }, deps.now())
  return options
}

/** A session for whoever has the passkey. @throws Rejection PASSKEY_REFUSED */
export async function signInWithPasskey(
  deps: Deps,
  request: FastifyRequest,
  browser: Buffer,
  answer: Assertion,
  visit: Visit,
): Promise<TokenPair> {
  const { authenticatorAttachment: _, clientExtensionResults: __, response: said, ...response } = answer
  const { userHandle, ...signed } = said
  const { rpID, expectedOrigin } = await relyingParty(deps, request)
  const challenge = challengeIn(signed.clientDataJSON)
  const passkey = await findPasskey(deps.db, response.id)
  if (!passkey || passkey.rpId !== rpID) throw new Rejection('PASSKEY_REFUSED')
  const handle = userHandle == null ? undefined : Buffer.from(userHandle, 'base64url').toString()
  if (handle !== undefined && handle !== passkey.accountId) throw new Rejection('PASSKEY_REFUSED')
  const { verified, authenticationInfo } = await orRefused(
    verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw new Rejection('PASSKEY_REFUSED')
  const now = deps.now()
  const id = newId(now)
  const expiresAt = refreshExpiry(now, deps.config.REFRESH_TOKEN_SECONDS, undefined)
  const { accountId, addedBy: through } = passkey
  const refreshToken = await inTx(deps.db, async (tx) => {
    await useChallenge(tx, challenge, { browser, sessionId: undefined }, now)
    if (!(await usePasskey(tx, passkey.id, authenticationInfo.newCounter, now)))
      throw new Rejection('PASSKEY_REFUSED')
    const session = { id, accountId, provider: 'passkey', through, join: undefined, expiresAt, provedAt: now }
    return beginSession(tx, session, visit, now)
  })
  return pairOf(deps, id, refreshToken, now)
}
