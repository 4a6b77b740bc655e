import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { say } from '@talad/ui/browser/toast'
import { queryClient } from '@talad/ui/client/query'
import { currentSession, onSession, type Session } from '@talad/ui/session/session'
import { lateText } from '../../i18n/late.ts'
import { ownPlace } from '../../market/people/redirect-place.ts'
import { siteQuery } from '../../market/reads/site.ts'
import { bringRefusals, messageOf } from '../../market/refusals/rejection-texts.ts'
import { SignatureRefused } from '../../market/trading/signer.ts'
import { loadBrowserWallet } from '../../wallet-code.ts'
import { signInWith } from './api/web3.ts'

/** Wallets announce themselves when the page asks; one that hasn't by now is none. */
const ANNOUNCED_WITHIN_MS = 3_000

export type Asked = {
  redirectUrl: string | null
  /** of our page */
  origin: string
  userAgent: string
  /** the browser has a wallet of its own */
  hasWallet: boolean
}

/**
 * WB-13: whether a signature may be asked for that nobody pressed a button for, and where to afterwards: only in the
 * browser of a wallet app, and never for an address that leads off our hosts.
 * @returns a path of ours; '' to stay; undefined: nobody is asked
 */
export function whereAfterSigning({ redirectUrl, origin, userAgent, hasWallet }: Asked): string | undefined {
  if (!hasWallet || !/Android|iPhone|iPad|Mobile/i.test(userAgent)) return undefined
  if (redirectUrl === null) return ''
  return ownPlace(redirectUrl, origin)
}

function settled(): Promise<Session> {
  return new Promise((resolve) => {
    const look = (session: Session) => {
      if (session.kind === 'starting') return
      stop()
      resolve(session)
    }
    const stop = onSession(look)
    look(currentSession())
  })
}

async function firstWallet(site: SiteInfo): Promise<string | undefined> {
  const { watchWallets } = await loadBrowserWallet()
  return new Promise((resolve) => {
    let stop = () => {}
    const end = (id: string | undefined) => {
      window.clearTimeout(timer)
      stop()
      resolve(id)
    }
    const timer = window.setTimeout(() => end(undefined), ANNOUNCED_WITHIN_MS)
    stop = watchWallets(site, ([wallet]) => wallet && queueMicrotask(() => end(wallet.id)))
  })
}

/** A§2: signs in with the wallet whose browser this is, where the address asks for it; once a load of the page. */
export async function autoSign(redirectUrl: string | null, go: (path: string) => void): Promise<void> {
  const { location, navigator } = window
  const place = whereAfterSigning({
    redirectUrl,
    origin: location.origin,
    userAgent: navigator.userAgent,
    hasWallet: 'ethereum' in window,
  })
  if (place === undefined) return
  try {
    if ((await settled()).kind === 'visitor') {
      const site = await queryClient.ensureQueryData(siteQuery)
      const wallet = await firstWallet(site)
      if (wallet === undefined) return
      await signInWith(site, wallet)
    }
    if (place !== '') go(place)
  } catch (error) {
    await bringRefusals().catch(() => {})
    say(error instanceof SignatureRefused ? lateText('list.tryAgain') : messageOf(error), 'error')
  }
}
