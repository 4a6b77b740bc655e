import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'

const MOST = 20
const seen = stored(
  'talad.my.recent',
  z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(MOST),
  () => window.localStorage,
)

/** Ids of the assets that were looked at in this browser, the last one first, without the present one. */
export function recentlySeen(except?: string): string[] {
  return (seen.read() ?? []).filter((id) => id !== except)
}

/** Notes that an asset was looked at. It stays in this browser: nobody else has to know. */
export function rememberSeen(id: string): void {
  seen.write([id, ...recentlySeen(id)].slice(0, MOST))
}
