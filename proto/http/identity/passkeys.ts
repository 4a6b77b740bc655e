import { z } from 'zod'
import { isoTime, objectId, words } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { signedInAnswer } from './session.ts'

const service = 'identity'
const path = `${base.identity}/passkey`
const user = { kind: 'user' } as const
const fresh = { kind: 'user', fresh: true } as const

const text = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
const id = text(1_400).describe('id of the credential, base64url')
const type = z.literal('public-key').describe('always public-key')
/** What extensions answered: nothing here asks for any. */
const clientExtensionResults = z.looseObject({}).default({}).describe('of extensions; passed over')
const clientDataJSON = text(4_000).describe('what the browser saw, base64url')
const authenticatorAttachment = z
  .enum(['platform', 'cross-platform'])
  .nullish()
  .describe('where the authenticator is; passed over')

/** WebAuthn's RegistrationResponseJSON, as far as it is looked at. */
const registration = z.object({
  id,
  rawId: id,
  type,
  authenticatorAttachment,
  clientExtensionResults,
  response: z
    .object({
      clientDataJSON,
      attestationObject: text(20_000).describe('the new public key, base64url'),
      transports: z.array(z.string().max(32)).max(8).optional().describe('how the authenticator is reached'),
    })
    .describe('of the authenticator'),
})

/** WebAuthn's AuthenticationResponseJSON, as far as it is looked at. */
const assertion = z.object({
  id,
  rawId: id,
  type,
  authenticatorAttachment,
  clientExtensionResults,
  response: z
    .object({
      clientDataJSON,
      authenticatorData: text(4_000).describe('what the authenticator says, base64url'),
      signature: text(4_000).describe('over both, base64url'),
      userHandle: text(200).nullish().describe('whose it is, base64url'),
    })
    .describe('of the authenticator'),
})

const options = z
  .looseObject({ challenge: z.string().describe('to be signed, once, within five minutes') })
  .describe('for navigator.credentials, as WebAuthn writes it in JSON')

export const passkey = z.object({
  _id: objectId.describe('id of the passkey'),
  name: z.string().describe('what its owner calls it'),
  created: isoTime.describe('when it was added'),
  last_used: isoTime.nullable().describe('when somebody signed in with it; null: never'),
})
export type Passkey = z.infer<typeof passkey>

const passkeys = z.object({ list: z.array(passkey).describe('at most ten, the oldest first') })

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  service,
  method: 'GET',
  path: `${path}/list`,
  auth: user,
  summary: 'The caller’s passkeys',
  status: 200,
  response: passkeys,
})

/** Sets the cookie `talad_pk`: only this browser, in this session, can answer. */
export const beginPasskey = endpoint({
  name: 'beginPasskey',
  service,
  method: 'POST',
  path: `${path}/register/begin`,
  auth: fresh,
  summary: 'Begin to add a passkey',
  status: 200,
  response: z.object({ options }),
  errors: ['too_many_passkeys'],
  limit: 'sign-in',
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  service,
  method: 'POST',
  path: `${path}/register`,
  auth: fresh,
  summary: 'Add a passkey to the caller’s account',
  body: z.object({
    name: words(60).min(1).describe('what its owner calls it'),
    response: registration.describe('what the browser answered to register/begin'),
  }),
  status: 200,
  response: passkeys,
  errors: ['passkey_refused', 'too_many_passkeys', 'validation'],
  limit: 'sign-in',
})

/** ID-31: the sessions that passkeys began end, apart from the caller's. */
export const removePasskey = endpoint({
  name: 'removePasskey',
  service,
  method: 'POST',
  path: `${path}/remove`,
  auth: fresh,
  summary: 'Take a passkey off the caller’s account; once it is gone, nothing changes',
  body: z.object({ id: objectId.describe('of the list') }),
  status: 200,
  response: passkeys,
  errors: ['validation'],
  limit: 'write',
})

/** Sets the cookie `talad_pk`. Any passkey of this site may answer: nobody says beforehand who they are. */
export const beginPasskeySignIn = endpoint({
  name: 'beginPasskeySignIn',
  service,
  method: 'POST',
  path: `${path}/sign-in/begin`,
  auth: { kind: 'visitor' },
  summary: 'Begin a sign-in with a passkey',
  status: 200,
  response: z.object({ options }),
  limit: 'sign-in',
})

/** Once, from the browser that began. Sets `talad_rt`; the session that the browser had ends. */
export const passkeySignIn = endpoint({
  name: 'passkeySignIn',
  service,
  method: 'POST',
  path: `${path}/sign-in`,
  auth: { kind: 'visitor' },
  summary: 'Sign in with a passkey',
  body: z.object({ response: assertion.describe('what the browser answered to sign-in/begin') }),
  status: 200,
  response: signedInAnswer,
  errors: ['passkey_refused', 'validation'],
  limit: 'sign-in',
})

export const passkeysHttp = {
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  beginPasskeySignIn,
  passkeySignIn,
}
