import { requestWebview, web3Nonce } from '@talad/proto/http/identity/accounts'
import { joinIntegrate, linkIdentity } from '@talad/proto/http/identity/links'
import { type mergeProof, mergesHttp } from '@talad/proto/http/identity/merges'
import { web3Integrate } from '@talad/proto/http/identity/wallet-links'
import { lineBegin, oauthIntegrate } from '@talad/proto/http/identity/ways'
import { call } from '@talad/ui/client/call'
import { refetch } from '@talad/ui/client/query'
import { refresh, signedIn } from '@talad/ui/session/session'
import { act } from '@talad/ui/session/step-up'
import type { z } from 'zod'
import { keys } from '../../../market/reads/query-keys.ts'

/** What shows that another way in, or another account, is this person's. */
export type WayProof = z.input<typeof mergeProof>

/** Where providers send the person back to, with what the address says of where to go then (A§2). */
const back = () => {
  const url = new URL('/account/ways', window.location.origin)
  const then = new URLSearchParams(window.location.search).get('redirectUrl')
  if (then !== null) url.searchParams.set('redirectUrl', then)
  return url.href
}

/** Begins a proof elsewhere, signed in freshly, as the same session completes it, and returns the page where the person goes on. @param way `join`, `line` or a membership */
export async function beginAt(way: string): Promise<string> {
  if (way === 'join')
    return (await act(requestWebview, { body: { redirectUrl: back(), purpose: 'link' } })).webviewUrl
  if (way === 'line') return (await act(lineBegin, { body: { redirectUrl: back(), purpose: 'link' } })).url
  return (await act(oauthIntegrate, { query: { provider: way, redirectUrl: back(), purpose: 'link' } })).url
}

/** ID-24: the wallet signs the message that identity keeps for it and this browser. */
export async function walletProof(
  address: string,
  sign: (message: string) => Promise<string>,
): Promise<WayProof> {
  const { message } = await call(web3Nonce, { query: { from: address } })
  return { provider: 'web3', from: address, signature: await sign(message) }
}

const readAgain = () => refetch(keys.links, keys.profile, keys.orders, keys.assets, keys.sessions)

/** ID-29: links what was proved to the account; what is another account's is refused, and may be merged by the same proof. */
export async function link(proof: WayProof): Promise<void> {
  if (proof.provider === 'handle') await act(linkIdentity, { body: { proof: proof.handle } })
  else if (proof.provider === 'join') await act(joinIntegrate, { body: { sessionId: proof.sessionId } })
  else await act(web3Integrate, { body: { from: proof.from, signature: proof.signature } })
  if (proof.provider === 'join') await refresh() // the account is a customer's now
  await readAgain()
}

/** ID-34: proves the other account. @returns by what this session merges it, or moves the way in that was proved */
export async function proveOther(proof: WayProof): Promise<string> {
  return (await act(mergesHttp.beginMerge, { body: { proof } })).mergeId
}

/** What a merge of what was proved would do. */
export async function lookAtMerge(mergeId: string) {
  return { mergeId, ...(await call(mergesHttp.mergePreview, { body: { mergeId } })) }
}
export type MergePreview = Awaited<ReturnType<typeof lookAtMerge>>

/** ID-35: merges what was seen; this browser goes on as the account that stays. */
export async function merge({ mergeId, preview }: MergePreview): Promise<void> {
  const { account_id: _, ...answer } = await act(mergesHttp.confirmMerge, { body: { mergeId, preview } })
  signedIn(answer)
  await readAgain()
}

/** ID-33: moves only the way in that was proved; the other account goes on with its others. */
export async function migrate(mergeId: string): Promise<void> {
  await act(mergesHttp.migrateIdentity, { body: { mergeId } })
  await readAgain()
}
