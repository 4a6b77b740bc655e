import type { SuspensionReason } from '@talad/proto/http/moderation/suspension-reason'
import { Rejection } from '@talad/shared/rejection'
import { requireVersion } from '@talad/shared/version'
import type { StoredRange } from '../range/stored.ts'
import type { Suspension, SuspensionEvent } from './events.ts'

/** `issuers`: customer ids of those who issue something of the range */
type Decision = {
  by: string
  note: string
  decisionId: string
  issuers?: readonly string[] | undefined
  now: Date
}

/** `until`: when it ends by itself; null: somebody ends it. `reason`: what sellers are told; undefined: none */
export type Suspend = Decision & {
  type: 'Suspend'
  id: string
  range: StoredRange
  until: Date | null
  reason?: SuspensionReason | undefined
}
/** `version`: what the admin saw; absent where nothing was read before (A§7) */
export type Unsuspend = Decision & { type: 'Unsuspend'; version?: number | undefined }
/** Its time is over; what was decided since goes on. */
export type Expire = Decision & { type: 'Expire'; version: number }
export type SuspensionCommand = Suspend | Unsuspend | Expire

const eventData = ({ by, note, decisionId, issuers, now: at }: Decision) => ({
  by,
  note,
  decisionId,
  at,
  ...(issuers && issuers.length > 0 && { issuers: [...issuers] }),
})

/** MO-5. @throws Rejection RANGE_SUSPENDED, VALIDATION where it would be over before it begins */
function suspend(command: Suspend, before: Suspension | undefined): SuspensionEvent[] {
  const { id } = command
  if (before?.status === 'suspended')
    throw new Rejection('RANGE_SUSPENDED', { field: 'nft_range', details: { suspension_id: id } }) // MO-5
  const { range, until, reason, now } = command
  if (until && until <= now) throw new Rejection('VALIDATION', { field: 'until' })
  // MO-5: the record of the same range, where there is one, is opened anew
  const data = { ...eventData(command), range, ...(until && { until }), ...(reason && { reason }) }
  return [{ type: 'RangeSuspended', data }]
}

/** MO-4: ends this suspension only. @throws Rejection SUSPENSION_NOT_FOUND, VERSION_CONFLICT */
function unsuspend(command: Unsuspend, before: Suspension | undefined): SuspensionEvent[] {
  if (!before) throw new Rejection('SUSPENSION_NOT_FOUND', { field: 'suspension_id' })
  if (before.status === 'unsuspended') return [] // MO-5: twice is once
  const { version, history } = before
  const [last] = history
  requireVersion({ version, changedBy: last?.by, changedAt: last?.at }, command.version)
  return [{ type: 'RangeUnsuspended', data: eventData(command) }]
}

/** A suspension that was decided for a time ends with it, once. */
function expire(command: Expire, before: Suspension | undefined): SuspensionEvent[] {
  const isStanding = before?.status === 'suspended' && before.version === command.version
  const isOver = before?.until != null && before.until <= command.now
  return isStanding && isOver ? [{ type: 'RangeUnsuspended', data: eventData(command) }] : []
}

/** MO-4 to MO-6. @throws Rejection RANGE_SUSPENDED, SUSPENSION_NOT_FOUND, VERSION_CONFLICT */
export function decide(
  command: SuspensionCommand,
  before: Suspension | undefined,
): readonly SuspensionEvent[] {
  switch (command.type) {
    case 'Suspend':
      return suspend(command, before)
    case 'Unsuspend':
      return unsuspend(command, before)
    case 'Expire':
      return expire(command, before)
  }
}
