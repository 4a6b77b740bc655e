import { FetchError } from '@talad/proto/http/client'
import { generateToken, requestWebview, verifySession } from '@talad/proto/http/identity/accounts'
import { z } from 'zod'
import { stored } from '../browser/storage.ts'
import { call } from '../client/call.ts'
import { signedIn } from './session.ts'
import { signInPurpose } from './step-up.ts'

const begun = z.object({ sessionId: z.string(), compare: z.string().nullable().default(null) })
const started = stored('talad.join', begun, () => window.sessionStorage)
const POLL_MS = 1_500
const POLL_TIMES = 120

/** Starts a sign-in with Join and returns where the person approves it (ID-13, steps 1 and 2). */
export async function startJoin(): Promise<string> {
  const redirectUrl = new URL('/auth/join', window.location.origin).href
  const { sessionId, webviewUrl } = await call(requestWebview, {
    body: { redirectUrl, purpose: signInPurpose() },
  })
  started.write({ sessionId, compare: null })
  return webviewUrl
}

/**
 * Has the phone of that number asked (ID-13, RFC 10027); nobody goes anywhere, and `finishJoin` waits for the answer. Whether
 * somebody has the number is not told (ID-17).
 */
export async function startPush(phone: string): Promise<void> {
  const redirectUrl = new URL('/auth/join', window.location.origin).href
  const { sessionId, compare } = await call(requestWebview, {
    body: { redirectUrl, phone, purpose: signInPurpose() },
  })
  started.write({ sessionId, compare })
}

/** What the phone that is asked wants to be told before a yes counts; undefined where none is asked. */
export const pushDigits = (): string | undefined => started.read()?.compare ?? undefined

export type JoinEnd = 'approved' | 'rejected' | 'expired'

/** What Join says of a sign-in; as long as the line is broken it may still be approved. */
async function statusOf(sessionId: string, signal: AbortSignal) {
  try {
    return (await call(verifySession, { query: { sessionId } }, { signal })).status
  } catch (error) {
    if (signal.aborted || !(error instanceof FetchError)) throw error
    return 'pending'
  }
}

/**
 * Finishes a sign-in with Join (ID-13, steps 5 and 6). The session that this browser started counts; the one in the
 * address is taken when the browser has forgotten it.
 */
export async function finishJoin(
  sessionInAddress: string | undefined,
  signal: AbortSignal,
): Promise<JoinEnd> {
  const sessionId = started.read()?.sessionId ?? sessionInAddress
  if (!sessionId) return 'expired'
  for (let asked = 0; asked < POLL_TIMES; asked += 1) {
    const status = await statusOf(sessionId, signal)
    if (status === 'approved') {
      signedIn(await call(generateToken, { query: { sessionId } }, { signal }))
      started.clear()
      return status
    }
    if (status !== 'pending') return status
    await new Promise((resolve) => window.setTimeout(resolve, POLL_MS))
    signal.throwIfAborted()
  }
  return 'expired'
}
