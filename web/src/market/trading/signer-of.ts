import type { SiteInfo } from '@talad/proto/http/gateway/live'
import type { Profile } from '@talad/proto/http/identity/profile'
import { loadBrowserWallet } from '../../wallet-code.ts'
import { joinSigner } from './join-signer.ts'
import type { Signer } from './signer.ts'

export type OwnWallet = Profile['wallets'][number]

/** What signs for one of the person's wallets: their Join app, or the wallet of this browser. */
export async function signerOf(site: SiteInfo, { address, provider }: OwnWallet): Promise<Signer> {
  if (provider === 'join') return joinSigner(address, site.devMode)
  return (await loadBrowserWallet()).browserSigner(site, address)
}
