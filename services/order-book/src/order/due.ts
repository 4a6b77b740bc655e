import { toldRange } from '@talad/market/suspensions'
import { jobType } from '@talad/shared/jobs'
import { z } from 'zod'

/** OB-4: what is active of an order is to be computed. Key: its hash. */
export const activityCheck = jobType('order.activity', z.object({ hash: z.string() }))

/** MO-7: what a suspension covers, or no longer. Key: the suspension. */
export const suspendedCheck = jobType('order.suspended', toldRange)

/** OB-16: the chain is to be asked what an outgoing transfer did to an order. Key: both. */
export const transferCheck = jobType('order.transfer', z.object({ hash: z.string(), factKey: z.string() }))

export const transferCheckKey = (hash: string, factKey: string) => `${hash} ${factKey}`

/** OB-15: orders of an offerer are behind the counters that were heard of. Key: the offerer. */
export const counterCheck = jobType('offerer.counter', z.object({ offerer: z.string() }))
