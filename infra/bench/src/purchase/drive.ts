import { setTimeout as delay } from 'node:timers/promises'
import { shippingPaymentHttp } from '@talad/proto/http/shipping-payment/purchases'
import { type Measured, summary } from '../measure.ts'
import type { Reserved } from './market.ts'

/** A payment as its buyer saw it; times in ms of this machine's clock. */
export type Paid = { id: string; asked: number; answered: number; status: string }

export type Drive = Measured & {
  paid: Paid[]
  /** answered without the payment having come through, or refused */
  late: number
  /** so many calls a second were really sent */
  sentPerSecond: number
}

/**
 * Asks for the payments at a steady rate, whether earlier ones have been answered or not, and waits for all answers.
 * The call answers when the purchase is `processing`; its time is what a buyer waits at the button.
 */
export async function drive(reserved: readonly Reserved[], perSecond: number): Promise<Drive> {
  const begun = Date.now()
  const paid: Paid[] = []
  let refused = 0
  const asking: Promise<void>[] = []
  for (const [index, { id, buyer }] of reserved.entries()) {
    const due = begun + (index * 1000) / perSecond
    if (Date.now() < due) await delay(due - Date.now())
    const ask = async () => {
      const asked = Math.max(due, begun) // a sender that falls behind doesn't flatter the system
      const { shipping } = await buyer.call(shippingPaymentHttp.topupAndPay, { body: { shipping_id: id } })
      paid.push({ id, asked, answered: Date.now(), status: shipping.status })
    }
    const refuse = () => {
      refused += 1
    }
    asking.push(ask().catch(refuse))
  }
  const sentPerSecond = (reserved.length / Math.max(1, Date.now() - begun)) * 1000
  await Promise.all(asking)
  const late = refused + paid.filter(({ status }) => status === 'pending').length
  const times = paid.map(({ asked, answered }) => answered - asked)
  return { ...summary(times, Date.now() - begun), paid, late, sentPerSecond }
}
