import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { addPasskey } from '@talad/proto/http/identity/passkeys'
import { newId } from '@talad/shared/ids'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { tellOfPasskey } from '../account/passkeys.ts'
import { lockAccounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { displayNameOf } from '../display-name/store.ts'
import { originOf, requireLiveSession } from '../session/store.ts'
import { type Asked, challengeIn, keepChallenge, relyingParty, useChallenge } from './challenge.ts'
import { credentialsOf, insertPasskey, MOST_PASSKEYS } from './store.ts'

type Registration = z.output<NonNullable<typeof addPasskey.body>>
export type Registrar = { accountId: string; sessionId: string }

/** What a browser is to make a passkey by. @throws Rejection TOO_MANY_PASSKEYS */
export async function beginRegistration(
  deps: Deps,
  { accountId, sessionId }: Registrar,
  request: FastifyRequest,
  browser: Buffer,
) {
  const known = await credentialsOf(deps.db, accountId)
  if (known.length >= MOST_PASSKEYS) throw tooMany()
  const { rpID } = await relyingParty(deps, request)
  const userName = (await displayNameOf(deps.db, accountId)) ?? `Talad …${accountId.slice(-4)}`
  const options = await generateRegistrationOptions({
    rpName: 'Talad',
    rpID,
    userName,
    userID: new Uint8Array(Buffer.from(accountId)),
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(deps.db, options.challenge, { browser, sessionId }, deps.now())
  return options
}

const tooMany = () => new Rejection('TOO_MANY_PASSKEYS', { details: { limit: MOST_PASSKEYS } })

/** A faulty answer is refused; what the library throws says why, which is nobody's business. */
export const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch(() => {
    throw new Rejection('PASSKEY_REFUSED')
  })

/** Adds what the browser has made. @throws Rejection PASSKEY_REFUSED, TOO_MANY_PASSKEYS, SESSION_EXPIRED */
export async function finishRegistration(
  deps: Deps,
  { accountId, sessionId }: Registrar,
  request: FastifyRequest,
  asked: Asked,
  { name, response: answer }: Registration,
): Promise<void> {
  const { rpID, expectedOrigin } = await relyingParty(deps, request)
  const { authenticatorAttachment: _, clientExtensionResults: __, ...response } = answer
  const challenge = challengeIn(response.response.clientDataJSON)
  const { transports = [], ...said } = response.response
  const { verified, registrationInfo } = await orRefused(
    verifyRegistrationResponse({
      response: { ...response, response: said, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: rpID,
    }),
  )
  if (!verified) throw new Rejection('PASSKEY_REFUSED')
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  const now = deps.now()
  await transact(deps, async (tx) => {
    await lockAccounts(tx, [accountId], 'shared')
    await useChallenge(tx, challenge, asked, now)
    await requireLiveSession(tx, sessionId)
    const id = newId(now)
    const { provider, through } = await originOf(tx, sessionId)
    const added = await insertPasskey(
      tx,
      {
        id,
        accountId,
        credentialId,
        rpId: rpID,
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
        name,
        addedBy: through ?? provider,
      },
      now,
    )
    if (!added) throw tooMany()
    await tellOfPasskey(tx, { accountId, id, kind: 'passkey_added' }, now)
  })
}
