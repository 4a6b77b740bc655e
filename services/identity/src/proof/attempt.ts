import { z } from 'zod'

/** What only we know of an attempt to prove an identity at a provider. */
export const attemptJson = z.object({
  clientId: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** where the provider sends the browser */
  redirectUri: z.string(),
  /** where the callback does (ID-15) */
  redirectUrl: z.string(),
})
export type Attempt = z.infer<typeof attemptJson>
export type BegunAttempt = Attempt & { begunAt: Date }

/** Seconds: how far a provider's clock may be off. */
export const SKEW_S = 30

/** Whether a person has signed in at a provider for an attempt. What they did there before it, nobody asked them for. */
export const isSignedInFor = ({ begunAt }: Pick<BegunAttempt, 'begunAt'>, authTime: unknown): boolean =>
  typeof authTime === 'number' && authTime + SKEW_S >= Math.floor(begunAt.getTime() / 1000)

/** Seconds: a provider says when a person has signed in there only where it is asked for an age (`auth_time`); nobody signs in anew for this one. */
export const ANY_AGE = String(10 * 365 * 24 * 3600)

/** What a provider needs to know of an attempt. */
export type Asked = Pick<Attempt, 'nonce' | 'redirectUri'> & {
  state: string
  challenge: string
  /** the provider is to ask the person again, whoever is signed in there */
  renew: boolean
}

/** What a provider sends a browser back with. */
export type ProviderAnswer = {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}
