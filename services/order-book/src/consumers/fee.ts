import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'
import { fees } from '../replicas/fees.ts'

/** Keeps what is taken of sales; orders that stand keep what was signed (OB-30). */
export const feesChanged = keepReplica<typeof fees.event, Deps>(fees, { group: 'order-book.fee' })
