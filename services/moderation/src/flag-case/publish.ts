import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { ReportDecidedSchema } from '@talad/proto/moderation/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import { REPORT_TOPIC } from '../../manifest.ts'
import type { FlagCaseEvent } from './events.ts'

/** What people are told of their reports: that they were looked at, and what came of it. */
export function publish({ event: { type, data } }: { event: FlagCaseEvent }): Outgoing[] {
  if (type !== 'CaseResolved' || !data.told) return []
  const { told, round, disposition, at } = data
  const { blockchain, contract: contractAddress, token: tokenId } = told.place
  const outcome = disposition === 'suspend' ? 'suspended' : 'ignored'
  return told.reporters.map(({ flagId, reporter }) =>
    outgoing(REPORT_TOPIC, reporter, ReportDecidedSchema, {
      flagId,
      round,
      reporter,
      outcome,
      blockchain,
      contractAddress,
      tokenId,
      at: timestampFromDate(at),
    }),
  )
}
