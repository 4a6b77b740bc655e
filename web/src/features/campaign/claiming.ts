import { ResponseError } from '@talad/proto/http/client'
import { stored } from '@talad/ui/browser/storage'
import { z } from 'zod'
import type { ClaimInput, Trigger } from './api/triggers.ts'

const place = z.union([
  z.object({ blockchain: z.string(), contractAddress: z.string(), tokenId: z.string() }),
  z.object({ vitemId: z.string(), tokenId: z.string() }),
])
/** A claim that was sent, kept until its end is known: sent again with the same key it is the same claim. */
const press = z.object({
  account: z.string(),
  campaignId: z.string(),
  key: z.string(),
  input: z.object({
    selections: z.record(z.string(), place).optional(),
    coupon: z.object({ code: z.string() }).optional(),
  }),
  /** the server has it */
  triggerId: z.string().optional(),
})
export type Press = Omit<z.output<typeof press>, 'input'> & { input: ClaimInput }

const kept = stored('talad.claims', z.array(press), () => window.sessionStorage)
const isOf = (account: string, campaignId: string) => (one: Pick<Press, 'account' | 'campaignId'>) =>
  one.account === account && one.campaignId === campaignId

/** The claim that is under way, also after the page was loaded anew. */
export const findPress = (account: string, campaignId: string): Press | undefined =>
  kept.read()?.find(isOf(account, campaignId))

export function keepPress(next: Press): void {
  const others = kept.read()?.filter((one) => !isOf(next.account, next.campaignId)(one)) ?? []
  kept.write([...others, next])
}
export function forgetPress({ account, campaignId }: Press): void {
  kept.write(kept.read()?.filter((one) => !isOf(account, campaignId)(one)) ?? [])
}

/** What is the case with a claim. `unheard`: it isn't known whether it was sent, so the same is sent again. */
export type Claim =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'unheard' }
  | { kind: 'pending'; triggerId: string }
  | { kind: 'won' | 'refused' | 'fault'; trigger: Trigger }

/** CA-33: what a trigger's status means to who pressed; 200 is our fault, nothing is spent, and the same key tries again. */
export function claimOf(trigger: Trigger): Claim {
  switch (trigger.status) {
    case 100:
      return { kind: 'pending', triggerId: trigger.triggerId }
    case 400:
      return { kind: 'won', trigger }
    case 200:
      return { kind: 'fault', trigger }
    case 201:
    case 202:
    case 300:
      return { kind: 'refused', trigger }
  }
}

/** Whether a claim has its end: only then another one is sent. After a fault the same key goes on. */
export const isOver = ({ kind }: Claim): boolean => kind === 'won' || kind === 'refused'

/** Whether the call was refused before it began anything; otherwise nobody knows what became of it. */
export const isRefusedCall = (error: unknown): error is ResponseError =>
  error instanceof ResponseError && error.status < 500 && error.status !== 429 && error.status !== 408

/** GW-10, CA-33: what is sent: what is under way already as it was, a fault or nothing as it is wanted now. */
export function nextPress(
  wanted: Omit<Press, 'key' | 'triggerId'>,
  before: { press: Press; claim: Claim } | undefined,
  newKey: string,
): Press {
  if (!before || isOver(before.claim)) return { ...wanted, key: newKey }
  const { press: sent, claim } = before
  return claim.kind === 'fault' ? { ...wanted, key: sent.key } : sent
}
