import type { PutOrderBody } from '@talad/proto/http/order-book/orders'
import { stored } from '@talad/ui/browser/storage'
import { currentSession } from '@talad/ui/session/session'
import { z } from 'zod'

const MOST = 20

/** An item on its way to somebody, as an order names it. */
export type Sent = Pick<PutOrderBody, 'asset'>

/** What somebody was asked for on the phone: the page may be gone when they answer. */
const unfinished = z.object({
  id: z.string(),
  account: z.string(),
  requestId: z.string(),
  /** where the person's Join app is opened */
  link: z.string(),
  /** as it is put, but for the signature; of an item that is sent only which it is */
  body: z.custom<PutOrderBody | Sent>((value) => typeof value === 'object' && value !== null),
})
export type Unfinished = z.infer<typeof unfinished>

const kept = stored('talad.unfinished', z.array(unfinished), () => window.localStorage)

export function unfinishedOf(account: string): Unfinished[] {
  return (kept.read() ?? []).filter((one) => one.account === account)
}

export function isUnfinished(id: string): boolean {
  return (kept.read() ?? []).some((one) => one.id === id)
}

export function forgetUnfinished(id: string): void {
  kept.write((kept.read() ?? []).filter((one) => one.id !== id))
}

/** One page at a time works on it; when that one is gone, another takes over. @throws what `work` throws */
export function workingOn<T>(id: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(`talad.unfinished.${id}`, { signal }, work)
}

/** Keeps what a phone is asked for until it is done, or is known not to be. */
export function rememberAsked(id: string, request: Pick<Unfinished, 'requestId' | 'link' | 'body'>): void {
  const session = currentSession()
  if (session.kind !== 'user') return
  const one = { id, account: session.accountId, ...request }
  const others = (kept.read() ?? []).filter((other) => other.id !== id)
  kept.write([one, ...others].slice(0, MOST))
}
