import type { SiteInfo } from '@talad/proto/http/gateway/live'
import { web3Authorize, web3Nonce } from '@talad/proto/http/identity/accounts'
import { call } from '@talad/ui/client/call'
import { signedIn } from '@talad/ui/session/session'
import { loadBrowserWallet } from '../../../wallet-code.ts'

/** ID-24: signs in with the signature of the message that identity keeps for this address and browser. */
async function signInWithWallet(address: string, sign: (message: string) => Promise<string>): Promise<void> {
  const { message } = await call(web3Nonce, { query: { from: address } })
  const signature = await sign(message)
  signedIn(await call(web3Authorize, { body: { from: address, signature } }))
}

/** Signs in with a wallet of this browser: it is asked for its address, then for one signature. */
export async function signInWith(site: SiteInfo, walletId: string): Promise<void> {
  const { connectWallet, signText } = await loadBrowserWallet()
  const address = await connectWallet(site, walletId)
  await signInWithWallet(address, (message) => signText(site, address, message))
}
