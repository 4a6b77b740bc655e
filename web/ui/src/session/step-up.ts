import { ResponseError } from '@talad/proto/http/client'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { stored } from '../browser/storage.ts'
import { call } from '../client/call.ts'
import { currentSession } from './session.ts'

type Waiting = { go: () => void; giveUp: () => void }

/** The window in which somebody signs in once more, by which it knows itself. */
export const SIGN_IN_WINDOW = 'talad-sign-in'
const CODES = new Set(['reauth_required', 'confirm_identity'])
const details = z.object({ ways: z.array(z.string()) })

/** By which ways whoever is refused can sign in again; empty where nobody said. */
let ways: readonly string[] = []

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function show(next: readonly Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}

function askToSignIn({ problem }: ResponseError): Promise<boolean> {
  const told = details.safeParse(problem?.details)
  ways = told.success ? told.data.ways : []
  return new Promise((resolve) => {
    show([...waiting, { go: () => resolve(true), giveUp: () => resolve(false) }])
  })
}

/**
 * ID-29, AW-14: calls, and where the sign-in is too old for that, waits until the person has signed in again and calls once more.
 * @throws ResponseError of the refusal when they would rather not
 */
export const act: typeof call = async (endpoint, given, about) => {
  for (;;) {
    try {
      return await call(endpoint, given, about)
    } catch (error) {
      if (!(error instanceof ResponseError) || !CODES.has(error.code)) throw error
      if (!(await askToSignIn(error))) throw error
    }
  }
}

/** Has all calls that wait go on, or fail. */
export function endStepUp(signedIn: boolean): void {
  const ended = waiting
  show([])
  for (const one of ended) (signedIn ? one.go : one.giveUp)()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isWaiting = () => waiting.length > 0

/** Whether a call waits for a fresh sign-in. */
export function useStepUp(): boolean {
  return useSyncExternalStore(subscribe, isWaiting, isWaiting)
}

/** The ways in of whoever is asked to sign in again. */
export const waysToStepUp = (): readonly string[] => ways

/** What a sign-in that begins in this window is for: in that of a step-up it is a fresh one of whoever is signed in (ID-29). */
export const signInPurpose = (): 'sign-in' | 'renew' =>
  window.name === SIGN_IN_WINDOW && currentSession().kind === 'user' ? 'renew' : 'sign-in'

/** A browser takes the name off a window in which another site was shown, as Join's page is. */
const noted = stored('talad.stepUpWindow', z.literal(true), () => window.sessionStorage)

/** Notes in this window that it was opened for a step-up. */
export function noteStepUpWindow(): void {
  if (window.name === SIGN_IN_WINDOW) noted.write(true)
}

/** Whether this is the window of a step-up: it closes when the sign-in is done, and the page that asked goes on. */
export function endStepUpWindow(): boolean {
  if (window.name !== SIGN_IN_WINDOW && !noted.read()) return false
  window.close()
  return true
}
