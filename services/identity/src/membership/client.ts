import type { Platform } from '@talad/shared/platform'
import { Rejection } from '@talad/shared/rejection'
import { wellFormed } from '@talad/shared/text'
import * as oidc from 'openid-client'
import type { MembershipConfig } from '../config.ts'
import {
  ANY_AGE,
  type Asked,
  type BegunAttempt,
  isSignedInFor,
  type ProviderAnswer,
  SKEW_S,
} from '../proof/attempt.ts'

export type Member = { scope: string; subject: string; displayName: string | null; isFresh: boolean }

/** The membership providers of the settings. Every call throws Rejection UNAVAILABLE when the provider can't be asked. */
export type Memberships = {
  /** @throws Rejection UNKNOWN_PROVIDER */
  get(name: string): MembershipConfig
  authorizeUrl(provider: MembershipConfig, asked: Asked): Promise<string>
  /** @throws Rejection INVALID_CODE, INVALID_ID_TOKEN, PROVIDER_REFUSED */
  exchange(provider: MembershipConfig, answer: ProviderAnswer, attempt: BegunAttempt): Promise<Member>
}

type MembershipDeps = {
  providers: readonly MembershipConfig[]
  timeoutMs: number
  log: Pick<Platform['log'], 'warn'>
}

const codeIn = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** What the provider did wrong; undefined: it couldn't be asked. */
function refusalOf(error: unknown): Rejection | undefined {
  if (error instanceof Rejection) return error
  if (error instanceof oidc.AuthorizationResponseError) return new Rejection('PROVIDER_REFUSED')
  if (error instanceof oidc.ResponseBodyError)
    return error.error === 'invalid_grant' ? new Rejection('INVALID_CODE', { field: 'code' }) : undefined
  const isJudged = /OAUTH_(JWT|INVALID_RESPONSE|KEY_SELECTION|UNSUPPORTED)/.test(codeIn(error))
  return isJudged ? new Rejection('INVALID_ID_TOKEN', { field: 'id_token' }) : undefined
}

export function makeMemberships({ providers, timeoutMs, log }: MembershipDeps): Memberships {
  const known = new Map<string, Promise<oidc.Configuration>>()

  /** What the provider publishes of itself, asked once; again after it couldn't be. */
  function discover({ name, issuer, clientId, clientSecret }: MembershipConfig): Promise<oidc.Configuration> {
    const before = known.get(name)
    if (before) return before
    const isPlain = issuer.startsWith('http:') // in development alone: the settings refuse it elsewhere
    const asking = oidc.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [oidc.clockTolerance]: SKEW_S },
      oidc.ClientSecretPost(clientSecret),
      {
        timeout: timeoutMs / 1000,
        // by default the library takes the connection to the provider for proof enough of an id token
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      },
    )
    known.set(name, asking)
    asking.catch(() => known.delete(name))
    return asking
  }

  async function orRefusal<T>({ name }: MembershipConfig, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) throw refusal
      log.warn({ err: error, provider: name }, 'a membership provider can not be asked')
      throw new Rejection('UNAVAILABLE')
    }
  }

  return {
    get(name) {
      const found = providers.find((one) => one.name === name)
      if (!found) throw new Rejection('UNKNOWN_PROVIDER', { field: 'provider' })
      return found
    },
    authorizeUrl: (provider, { state, nonce, challenge, redirectUri, renew }) =>
      orRefusal(provider, async () => {
        const url = oidc.buildAuthorizationUrl(await discover(provider), {
          redirect_uri: redirectUri,
          scope: provider.scopes,
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
          ...(renew ? { max_age: '0', prompt: 'login' } : { max_age: ANY_AGE }),
        })
        return url.href
      }),
    exchange: (provider, { code, state, iss }, attempt) =>
      orRefusal(provider, async () => {
        const config = await discover(provider)
        const back = new URL(attempt.redirectUri)
        for (const [key, value] of Object.entries({ code, state, iss }))
          if (value !== undefined) back.searchParams.set(key, value)
        const tokens = await oidc.authorizationCodeGrant(config, back, {
          pkceCodeVerifier: attempt.verifier,
          expectedNonce: attempt.nonce,
          ...(state === undefined ? {} : { expectedState: state }), // compared with ours before
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Rejection('INVALID_ID_TOKEN', { field: 'id_token' })
        const { name, auth_time } = claims
        return {
          scope: config.serverMetadata().issuer,
          subject: claims.sub,
          displayName: typeof name === 'string' ? wellFormed(name, 200) : null,
          isFresh: isSignedInFor(attempt, auth_time),
        }
      }),
  }
}
