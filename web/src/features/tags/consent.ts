import { tellLook } from '@talad/ui/browser/look-cookie'
import { stored } from '@talad/ui/browser/storage'
import { useSyncExternalStore } from 'react'
import { z } from 'zod'

const told = z.union([z.object({ id: z.string().max(36) }), z.literal('no')])
/** `id`: by which the tag manager knows this browser again, for as long as it may. */
export type TagConsent = z.infer<typeof told>

const kept = stored('talad.tags', told, () => window.localStorage)
const listeners = new Set<() => void>()
let consent: TagConsent | undefined
let isRead = false

/** GW-36: what was chosen for this browser; the server hears by a cookie that its tag manager may be sent. */
function read(): TagConsent | undefined {
  if (isRead) return consent
  isRead = true
  consent = kept.read()
  if (consent) tellLook('talad.tags', consent === 'no' ? undefined : 'yes')
  return consent
}

export function decideTags(may: boolean): void {
  isRead = true
  consent = may ? { id: crypto.randomUUID() } : 'no'
  kept.write(consent)
  tellLook('talad.tags', may ? 'yes' : undefined)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Undefined: nobody has chosen yet, and nothing is fetched. */
export const useTagConsent = (): TagConsent | undefined => useSyncExternalStore(subscribe, read)
