import { web3Authorize, web3Nonce } from '@talad/proto/http/identity/accounts'
import { call } from '@talad/ui/client/call'
import { signedIn } from '@talad/ui/session/session'
import { useEffect, useState } from 'react'
import { z } from 'zod'

type Ask = { method: string; params?: readonly unknown[] }
/** EIP-1193, of a wallet that announced itself (EIP-6963). */
export type Wallet = { id: string; name: string; request: (ask: Ask) => Promise<unknown> }

const announcement = z.object({
  info: z.object({ uuid: z.string(), name: z.string() }),
  provider: z.custom<{ request: Wallet['request'] }>(
    (given) => typeof given === 'object' && given !== null && 'request' in given,
  ),
})
const addresses = z.array(z.string()).min(1)

/** The wallets that this browser has, as they announce themselves. */
export function useWallets(): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    const hear = (event: Event) => {
      const read = announcement.safeParse(event instanceof CustomEvent ? event.detail : undefined)
      if (!read.success) return
      const { info, provider } = read.data
      const wallet = { id: info.uuid, name: info.name, request: (ask: Ask) => provider.request(ask) }
      setWallets((known) => [...known.filter(({ id }) => id !== wallet.id), wallet])
    }
    window.addEventListener('eip6963:announceProvider', hear)
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    return () => window.removeEventListener('eip6963:announceProvider', hear)
  }, [])
  return wallets
}

const hexOf = (text: string) =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** ID-24: signs in with one signature of a wallet; people of a project need no Join (CA-1). */
export async function signInWithWallet({ request }: Wallet): Promise<void> {
  const [given = ''] = addresses.parse(await request({ method: 'eth_requestAccounts' }))
  const from = given.toLowerCase()
  const { message } = await call(web3Nonce, { query: { from } })
  const signature = z
    .string()
    .parse(await request({ method: 'personal_sign', params: [hexOf(message), given] }))
  signedIn(await call(web3Authorize, { body: { from, signature } }))
}
