import { orderAdminHttp } from '@talad/proto/http/order-book/order-admin'
import type { z } from 'zod'
import { bodyOf } from '../../lib/body.ts'

const { deal } = bodyOf(orderAdminHttp.putDeal).shape

export type SignedDeal = z.output<typeof deal>

/** OB-7: what a seller has signed, as it is pasted; or what of it is wrong: its path, empty where it is no JSON. */
export function readDeal(text: string): SignedDeal | { wrong: string } {
  try {
    const read = deal.safeParse(JSON.parse(text))
    if (read.success) return read.data
    return { wrong: read.error.issues[0]?.path.join('.') || 'deal' }
  } catch {
    return { wrong: '' }
  }
}
