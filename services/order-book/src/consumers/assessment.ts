import { assessments } from '@talad/market/assessments'
import { keepReplica } from '@talad/shared/replica'
import type { Deps } from '../deps.ts'

/** Keeps who has passed which assessment (OB-36). */
export const assessmentChanged = keepReplica<typeof assessments.event, Deps>(assessments, {
  group: 'order-book.assessment',
})
