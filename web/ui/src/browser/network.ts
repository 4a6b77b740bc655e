import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** Any answer will do. The service worker and the caches leave this address alone. */
const PROBE = '/livez'
const ANSWER_WITHIN_MS = 5_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 5_000

let offline = false
let asking: Promise<boolean> | undefined
let wait = FIRST_WAIT_MS
let timer: number | undefined
const listeners = new Set<() => void>()

function show(next: boolean) {
  if (next === offline) return
  offline = next
  // While we are offline reads wait instead of failing, and go on by themselves afterwards.
  onlineManager.setOnline(!next)
  for (const listener of listeners) listener()
}

async function isReachable(): Promise<boolean> {
  try {
    await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return true
  } catch {
    return false
  }
}

async function ask(): Promise<boolean> {
  const reachable = await isReachable()
  asking = undefined
  window.clearTimeout(timer)
  show(!reachable)
  if (reachable) {
    wait = FIRST_WAIT_MS
  } else {
    timer = window.setTimeout(() => void checkNetwork(), wait)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  return reachable
}

/**
 * Asks whether the site can be reached, and says so on the page. Called when something hints at a change; several hints
 * of one moment cause one question. @returns whether it can
 */
export function checkNetwork(): Promise<boolean> {
  asking ??= ask()
  return asking
}

/**
 * Finds out when the network is gone and when it is back. The browser's own word is a hint, not an answer: it calls a
 * dead line online as long as there is a router behind it.
 */
export function startNetwork(): void {
  onlineManager.setEventListener(() => () => {})
  const hint = () => void checkNetwork()
  window.addEventListener('offline', hint)
  window.addEventListener('online', hint)
  document.addEventListener('visibilitychange', () => {
    if (offline && document.visibilityState === 'visible') hint()
  })
  if (!navigator.onLine) hint()
}

/**
 * Whether there is any use in fetching something; asks first when it seems not. Browsers keep a part of the app that
 * could not be fetched as missing for as long as the page is open, so it is not asked for in vain.
 */
export async function isWorthFetching(): Promise<boolean> {
  return offline || !navigator.onLine ? checkNetwork() : true
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isOffline = () => offline
const neverOnServer = () => false

/** Whether the site can't be reached from here. */
export function useOffline(): boolean {
  return useSyncExternalStore(subscribe, isOffline, neverOnServer)
}
