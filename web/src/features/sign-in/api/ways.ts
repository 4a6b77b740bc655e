import { completeSignIn, lineBegin, oauthAuthorize, oauthIntegrate } from '@talad/proto/http/identity/ways'
import { stored } from '@talad/ui/browser/storage'
import { call } from '@talad/ui/client/call'
import { signedIn } from '@talad/ui/session/session'
import { signInPurpose } from '@talad/ui/session/step-up'
import { z } from 'zod'

const started = stored('talad.way', z.enum(['sign-in', 'renew']), () => window.sessionStorage)

/** Begins a sign-in with LINE, or with the membership of that name, and returns where the person goes for it (ID-22, ID-25). */
export async function startWay(way: string): Promise<string> {
  const purpose = signInPurpose()
  started.write(purpose)
  const redirectUrl = new URL('/auth/back', window.location.origin).href
  if (way === 'line') return (await call(lineBegin, { body: { redirectUrl, purpose } })).url
  const query = { provider: way, redirectUrl }
  const begun =
    purpose === 'renew'
      ? await call(oauthIntegrate, { query: { ...query, purpose } })
      : await call(oauthAuthorize, { query })
  return begun.url
}

/** Takes what the callback has put into the address out of it: it counts once, and history keeps none of it. */
function takeAnswer(): URLSearchParams {
  const answer = new URLSearchParams(window.location.hash.slice(1))
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  return answer
}

/** Finishes the sign-in of a browser that a provider has sent back. @returns the code of why there is none */
export async function finishWay(): Promise<string | undefined> {
  const answer = takeAnswer()
  const proof = answer.get('proof')
  if (proof === null) return answer.get('error') ?? 'invalid_state'
  signedIn(await call(completeSignIn, { body: { proof, purpose: started.read() ?? 'sign-in' } }))
  started.clear()
  return undefined
}
