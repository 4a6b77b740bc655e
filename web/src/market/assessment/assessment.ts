import { ResponseError } from '@talad/proto/http/client'
import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { useSyncExternalStore } from 'react'

/** An assessment that has to be passed before something goes on. */
export type Asked = { key: ContentKey; done: (passed: boolean) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()

function show(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What is asked now; undefined: nothing. */
export const useAsked = () =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => undefined,
  )

/** When each was passed while this page is open. */
const passedAt = new Map<ContentKey, number>()

/** Asks for an assessment; false: the person has left it. */
export function pass(key: ContentKey): Promise<boolean> {
  return new Promise((resolve) => {
    asked?.done(false)
    const current: Asked = {
      key,
      done: (passed) => {
        if (asked === current) show(undefined)
        if (passed) passedAt.set(key, Date.now())
        resolve(passed)
      },
    }
    show(current)
  })
}

const KEYS: readonly string[] = ['new_issuer', 'new_seller', 'new_buyer'] satisfies ContentKey[]
const isKey = (key: unknown): key is ContentKey => typeof key === 'string' && KEYS.includes(key)

/** Which assessment a refusal asks for (OB-36); undefined: it is about something else. */
function keyOf(error: unknown): ContentKey | undefined {
  if (!(error instanceof ResponseError) || error.code !== 'assessment_required') return undefined
  const key = error.problem?.details?.content_key
  return isKey(key) ? key : undefined
}

const LATE_MS = 5_000
const AGAIN_MS = 500

/** What was passed may reach the service that asks for it a few seconds later. */
async function onceKnown<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const key = keyOf(error)
      const passed = key && passedAt.get(key)
      if (passed === undefined || Date.now() > passed + LATE_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

/**
 * Runs a call; where it is refused for an assessment that is asked for, and once it is passed the call goes on. Who lists
 * what they issue themself may have two to pass, one after the other.
 */
export async function withAssessment<T>(work: () => Promise<T>): Promise<T> {
  const asked = new Set<ContentKey>()
  for (;;) {
    try {
      return await onceKnown(work)
    } catch (error) {
      const key = keyOf(error)
      if (key === undefined || asked.has(key) || !(await pass(key))) throw error
      asked.add(key)
    }
  }
}
