import { web3Authorize, web3Nonce } from '@talad/proto/http/identity'
import { call } from '@talad/ui/client/call'
import { signedIn } from '@talad/ui/session/session'

/** ID-24: signs in with the signature of the message that identity keeps for this address and browser. */
export async function signInWithWallet(
  address: string,
  sign: (message: string) => Promise<string>,
): Promise<void> {
  const { message } = await call(web3Nonce, { query: { from: address } })
  const signature = await sign(message)
  signedIn(await call(web3Authorize, { body: { from: address, signature } }))
}
