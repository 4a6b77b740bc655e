import type { AdminFee, FeeSheet } from '@talad/proto/http/moderation/fees'
import { feePercent, MOST_FEES_PERCENT } from '@talad/proto/http/moderation/fees'

const points = (percent: number) => Math.round(percent * 100)

type Typed = { fee: Pick<AdminFee, 'fee_id' | 'type'>; percent: number }

/**
 * OB-31: what a sale would pay at most if a fee were so high and enabled, in percent. The server decides; this is told
 * while somebody types.
 */
export function sumWith({ fees, service_percent }: FeeSheet, { fee, percent }: Typed): number {
  const others = fees.filter(({ fee_id, enabled }) => enabled && fee_id !== fee.fee_id)
  const of = (type: AdminFee['type']) => [
    ...others.filter((one) => one.type === type).map((one) => points(one.percent)),
    ...(fee.type === type ? [points(percent)] : []),
  ]
  const royalties = of('royalty').reduce((sum, one) => sum + one, 0)
  const service = fee.type === 'service' ? points(percent) : points(service_percent)
  return (service + royalties + Math.max(0, ...of('issuer'))) / 100
}

/** A fee as it was and as it will be. */
export const changeOf = (before: number, after: number) =>
  before === after ? `${after}%` : `${before}% → ${after}%`

export const isTooHigh = (sum: number) => sum > MOST_FEES_PERCENT

/** What was typed as a percentage by the contract's own rule; undefined: it is none. */
export function readPercent(text: string): number | undefined {
  const typed = text.trim().replace(',', '.')
  const read = feePercent.safeParse(typed === '' ? undefined : Number(typed))
  return read.success ? read.data : undefined
}
