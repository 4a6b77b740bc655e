import {
  agreeToHandOver,
  beginHandOver,
  handOverFrom,
  lookAtHandOver,
  takeHandOver,
} from '@talad/proto/http/identity/hand-overs'
import { takePlace } from '@talad/ui/browser/return-place'
import { say } from '@talad/ui/browser/toast'
import { call } from '@talad/ui/client/call'
import { REFRESH_LOCK } from '@talad/ui/session/early-refresh'
import { signedIn } from '@talad/ui/session/session'
import { queryOptions } from '@tanstack/react-query'
import { bringRefusals, messageOf } from '../../../market/refusals/rejection-texts.ts'

/** From which of our sites a session can be taken over. */
export const fromQuery = queryOptions({
  queryKey: ['hand over from'],
  queryFn: ({ signal }) => call(handOverFrom, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** ID-8, step 1: goes to the main site, which asks the person and sends them back to where they were. */
export async function goToMainSite(): Promise<void> {
  const redirectUrl = new URL(takePlace(), window.location.origin).href
  const { askUrl } = await call(beginHandOver, { body: { redirectUrl } })
  window.location.assign(askUrl)
}

/** ID-8, step 2: which site asks. */
export function handOverQuery(sessionId: string) {
  return queryOptions({
    queryKey: ['hand over', sessionId],
    queryFn: ({ signal }) => call(lookAtHandOver, { query: { sessionId } }, { signal }),
    retry: false,
  })
}

/** ID-8, step 3. */
export async function agree(sessionId: string): Promise<void> {
  const { redirectUrl } = await call(agreeToHandOver, { body: { sessionId } })
  window.location.assign(redirectUrl)
}

/** ID-8, step 4: no refresh of another session of this browser runs meanwhile. */
export async function takeOver(sessionId: string): Promise<void> {
  try {
    await navigator.locks.request(REFRESH_LOCK, async () => {
      signedIn(await call(takeHandOver, { body: { sessionId } }))
    })
  } catch (error) {
    await bringRefusals().catch(() => {})
    say(messageOf(error), 'error')
  }
}
