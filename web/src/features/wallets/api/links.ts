import { findIdentityLinks, type IdentityLink, web3Nonce } from '@talad/proto/http/identity/accounts'
import { unlinkIdentity, web3Integrate } from '@talad/proto/http/identity/wallet-links'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { refresh, serverTime, signedInAt } from '@talad/ui/session/session'
import { signOut } from '@talad/ui/session/sign-out'
import { act } from '@talad/ui/session/step-up'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { keys } from '../../../market/reads/query-keys.ts'

/** ID-29; a minute less, as signing takes a moment too. */
const FRESH_MS = 14 * 60_000

/** ID-29: whether the person signed in so lately that a wallet can be linked. */
export function mayLink(): boolean {
  const at = signedInAt()
  return at !== undefined && serverTime() - at < FRESH_MS
}

/** ID-37: an account without identities is gone; a token that is older than the links is renewed once. */
async function readLinks(signal: AbortSignal, isAgain = false): Promise<IdentityLink[]> {
  const found = await call(findIdentityLinks, { query: { field: 'created' } }, { signal })
  if (Array.isArray(found)) {
    if (found.length === 0) await signOut()
    return found
  }
  if (isAgain) return []
  await refresh()
  return readLinks(signal, true)
}

/** By what the person signs in, and which wallets come with it. */
export function linksQuery(account: string) {
  return queryOptions({
    queryKey: [keys.links, account],
    queryFn: ({ signal }) => readLinks(signal),
  })
}

/** ID-27: the wallet that Join keeps for the person, where another account has it that may become one with theirs. */
export const elsewhereIn = (links: readonly IdentityLink[] | undefined): string | undefined =>
  links?.flatMap(({ wallet_elsewhere: address }) => address ?? [])[0]

/** Whoever owns something else now may do other things with it. */
const readAgain = () =>
  refetch(keys.links, keys.profile, keys.orders, keys.assets, keys.holders, keys.approvals)

/** ID-29: links the wallet that signs the message which identity keeps for it and this browser. */
export async function linkWallet(address: string, sign: (message: string) => Promise<string>): Promise<void> {
  const { message } = await call(web3Nonce, { query: { from: address } })
  const signature = await sign(message)
  await call(web3Integrate, { body: { from: address, signature } })
  await readAgain()
}

export function useUnlink() {
  return useMutation({
    mutationFn: (id: string) => act(unlinkIdentity, { query: { id } }),
    onSettled: readAgain,
  })
}
