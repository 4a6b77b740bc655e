import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'

/** CA-75: what a code is, as it was typed. */
const CODE = /^[\x21-\x7e]{4,64}$/

/** The code in what a QR code or a link says: the code alone, or an address that ends with `#code=`. */
export function codeFrom(text: string): string | undefined {
  const [, inLink] = /#(?:.*&)?code=([^&#]*)/.exec(text) ?? []
  let code = text.trim()
  if (inLink !== undefined) {
    try {
      code = decodeURIComponent(inLink).trim()
    } catch {
      return undefined
    }
  }
  return CODE.test(code) && !/^https?:/i.test(code) ? code : undefined
}

/**
 * The code of a link, kept for its campaign until it is used: who has to sign in first comes back without it. It has none
 * while the page doesn't know yet which it is.
 */
const kept = stored(
  'talad.my.code',
  z.object({ campaign: z.string().optional(), code: z.string() }),
  () => window.sessionStorage,
)

/** Takes the code out of the address, which is seen by others and remembered by the browser. */
export function takeCode(): void {
  const { hash, pathname, search } = window.location
  if (!/[#&]code=/.test(hash)) return
  const code = codeFrom(hash)
  window.history.replaceState(window.history.state, '', pathname + search)
  if (code !== undefined) kept.write({ code })
}

/** The code that was taken for a campaign; from now on it is for no other. */
export function keptCode(campaign: string): string {
  const found = kept.read()
  if (!found || (found.campaign !== undefined && found.campaign !== campaign)) return ''
  kept.write({ campaign, code: found.code })
  return found.code
}
export const forgetCode = (): void => kept.clear()
