import { createClient, ResponseError } from '@talad/proto/http/client'
import { withCookies } from '@talad/proto/http/cookies'
import { identityHttp } from '@talad/proto/http/identity/accounts'
import type { Run } from '../run-file.ts'

export type Call = ReturnType<typeof createClient>

const MAX_WAITS = 20
const AWAY_PAUSE_MS = 250

/**
 * A visitor of the site: calls through the gateway, with cookies, patient where the site asks for patience (429, 503).
 * @param token access token, once signed in
 */
export function visit(run: Pick<Run, 'gateway'>, token?: () => string | undefined): Call {
  const call = createClient({
    baseUrl: run.gateway,
    fetch: withCookies(),
    ...(token ? { token } : {}),
  })
  const patient: Call = async (endpoint, given, about) => {
    for (let waits = 0; ; waits++) {
      try {
        return await call(endpoint, given, about)
      } catch (error) {
        const asked = error instanceof ResponseError && (error.status === 429 || error.status === 503)
        if (!asked || waits === MAX_WAITS) throw error
        await new Promise((resolve) => setTimeout(resolve, AWAY_PAUSE_MS * (waits + 1)))
      }
    }
  }
  return patient
}

/** Tells the sandbox what the person at the phone, or the provider, does. @throws Error with the sandbox's answer */
export async function control(
  run: Pick<Run, 'sandbox'>,
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  const answer = await fetch(`${run.sandbox}/control/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the sandbox refuses ${path}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Somebody who is signed in. */
export type Person = {
  call: Call
  token: string
  customerId: string
  address: string
  privateKey: string
  joinId: string
}

/** Signs one of the demonstration people, or of its staff, in. */
export async function signIn(run: Run, joinId: string): Promise<Person> {
  const account = [...run.accounts, ...run.admins].find((one) => one.joinId === joinId)
  if (!account) throw new Error(`nobody is called ${joinId}`)
  return signInAs(run, account)
}

/** Signs in whoever the sandbox knows, as they would: with Join, approved on the (sandbox) phone. */
export async function signInAs(
  run: Pick<Run, 'gateway' | 'sandbox'>,
  { joinId, address, privateKey }: Pick<Person, 'joinId' | 'address' | 'privateKey'>,
): Promise<Person> {
  let token: string | undefined
  const call = visit(run, () => token)
  const session = await call(identityHttp.requestWebview, { body: { redirectUrl: `${run.gateway}/` } })
  await control(run, 'POST', `join/sessions/${session.sessionId}`, { decision: 'approve', userId: joinId })
  const { tokenPair } = await call(identityHttp.generateToken, { query: { sessionId: session.sessionId } })
  token = tokenPair.accessToken
  return { call, token, customerId: `join-${joinId}`, address, privateKey, joinId }
}
