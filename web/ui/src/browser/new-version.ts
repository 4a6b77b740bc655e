import { useSyncExternalStore } from 'react'
import { checkNetwork } from './network.ts'

/** A page that is looked at again after this long asks whether the site was built anew. */
const ASK_AGAIN_MS = 10 * 60_000
const scripts = /<script type="module"[^>]* src="([^"]+)"/

let outdated = false
let askedAt = 0
const listeners = new Set<() => void>()

function own(): string | undefined {
  return document.querySelector('script[type=module][src]')?.getAttribute('src') ?? undefined
}

/** Finds out whether the site serves another app than the one that runs here: each build names its first script anew. */
async function ask(): Promise<void> {
  askedAt = Date.now()
  const running = own()
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!page.ok || running === undefined) return
  const served = scripts.exec(await page.text())?.[1]
  if (served === undefined || served === running) return
  outdated = true
  for (const listener of listeners) listener()
}

/** Looks for a new version: when a part is missing, and from time to time when the page is looked at again. */
export function checkVersion(): void {
  if (!outdated) ask().catch(() => {})
}

/** Begins to look from time to time. */
export function startVersionCheck(): void {
  if (!import.meta.env.PROD) return
  askedAt = Date.now()
  const look = () => {
    if (document.visibilityState === 'visible' && Date.now() - askedAt > ASK_AGAIN_MS) checkVersion()
  }
  document.addEventListener('visibilitychange', look)
  window.setInterval(look, ASK_AGAIN_MS)
}

/** Starts the page again, unless there is no network to fetch it: what is on the screen is better than nothing. */
export async function reloadPage(): Promise<void> {
  if (await checkNetwork()) window.location.reload()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isOutdated = () => outdated
const neverOnServer = () => false

/** Whether the site has a newer app than the one that runs here. */
export function useIsOutdated(): boolean {
  return useSyncExternalStore(subscribe, isOutdated, neverOnServer)
}
