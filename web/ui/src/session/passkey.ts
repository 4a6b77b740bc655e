import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  passkeySignIn,
} from '@talad/proto/http/identity/passkeys'
import { call } from '../client/call.ts'
import { signedIn } from './session.ts'
import { act } from './step-up.ts'

/** The person said no, or the browser has no passkey for this site. */
export class PasskeyRefused extends Error {}

/** WebAuthn in words of JSON; its code comes when it is first needed. */
const webauthn = () => import('@simplewebauthn/browser')
type WebAuthn = Awaited<ReturnType<typeof webauthn>>
type RequestOptions = Parameters<WebAuthn['startAuthentication']>[0]['optionsJSON']
type CreationOptions = Parameters<WebAuthn['startRegistration']>[0]['optionsJSON']

const orRefused = <T>(work: Promise<T>): Promise<T> =>
  work.catch((cause: unknown) => {
    throw new PasskeyRefused('the passkey was not used', { cause })
  })

/** Whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** ID-29: signs in with a passkey, or proves once more who is signed in. @throws PasskeyRefused, ResponseError */
export async function signInWithPasskey(): Promise<void> {
  const { startAuthentication } = await webauthn()
  const { options } = await call(beginPasskeySignIn, {})
  // the contract passes through what the library of the server wrote
  const optionsJSON = options as unknown as RequestOptions
  const { clientExtensionResults: _, ...response } = await orRefused(startAuthentication({ optionsJSON }))
  signedIn(await call(passkeySignIn, { body: { response } }))
}

/** Makes a passkey on this device. @throws PasskeyRefused, ResponseError */
export async function makePasskey(name: string): Promise<void> {
  const { startRegistration } = await webauthn()
  const { options } = await act(beginPasskey, {})
  const optionsJSON = options as unknown as CreationOptions
  const made = await orRefused(startRegistration({ optionsJSON }))
  const { response, clientExtensionResults: _, ...about } = made
  const { clientDataJSON, attestationObject, transports } = response
  await act(addPasskey, {
    body: { name, response: { ...about, response: { clientDataJSON, attestationObject, transports } } },
  })
}
