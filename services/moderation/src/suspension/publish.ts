import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { IssuedSuspensionSchema, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { REPORT_TOPIC, SUSPENSION_TOPIC } from '../../manifest.ts'
import { toldRange } from '../range/stored.ts'
import type { Suspension, SuspensionEvent } from './events.ts'

/** All suspensions of a contract have one key: whoever keeps them hears of them in their order. */
export function publish({ id, event, view }: Published<SuspensionEvent, Suspension>): Outgoing[] {
  const { status, version, range } = view
  const told = toldRange(range)
  const reason = (event.type === 'RangeSuspended' && event.data.reason) || ''
  return [
    outgoing(SUSPENSION_TOPIC, `${told.blockchain}:${told.contractAddress}`, SuspensionChangedSchema, {
      suspensionId: id,
      status,
      ...told,
      revision: version,
      at: timestampFromDate(event.data.at),
      reason,
    }),
    // MO-7: who makes something hears of it, whether they sell anything or not
    ...(event.data.issuers ?? []).map((customerId) =>
      outgoing(REPORT_TOPIC, customerId, IssuedSuspensionSchema, {
        suspensionId: id,
        status,
        customerId,
        ...told,
        revision: version,
        at: timestampFromDate(event.data.at),
        reason,
      }),
    ),
  ]
}
