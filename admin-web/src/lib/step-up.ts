import { ResponseError } from '@talad/proto/http/client'
import { call } from '@talad/ui/client/call'
import { useSyncExternalStore } from 'react'

type Waiting = { go: () => void; giveUp: () => void }

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function show(next: readonly Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}

function askToSignIn(): Promise<boolean> {
  return new Promise((resolve) => {
    show([...waiting, { go: () => resolve(true), giveUp: () => resolve(false) }])
  })
}

/**
 * AW-14: calls, and where the sign-in is too old for that, waits until the person has signed in again and calls once more.
 * @throws ResponseError reauth_required when they would rather not
 */
export const act: typeof call = async (endpoint, given, about) => {
  for (;;) {
    try {
      return await call(endpoint, given, about)
    } catch (error) {
      if (!(error instanceof ResponseError) || error.code !== 'reauth_required') throw error
      if (!(await askToSignIn())) throw error
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
