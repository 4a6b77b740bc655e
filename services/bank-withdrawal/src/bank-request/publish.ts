import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { BankRequestChangedSchema } from '@talad/proto/bank-withdrawal/v1/events'
import { type Outgoing, outgoing } from '@talad/shared/bus/port'
import type { Published } from '@talad/shared/stream'
import { z } from 'zod'
import { BANK_REQUEST_TOPIC } from '../../manifest.ts'
import type { BankRequestEvent } from './events.ts'
import type { BankRequest } from './state.ts'

/** What others may know of a request. */
export const bankRequestView = z.object({
  customerId: z.string(),
  accountId: z.string(),
  status: z.string(),
  deleted: z.boolean(),
})
export type BankRequestView = z.infer<typeof bankRequestView>

/** @throws Error for a request that was never made: nothing happens to such a one */
export function viewOf(request: BankRequest | undefined): BankRequestView {
  if (!request) throw new Error('a request that does not exist has no public state')
  const { customerId, accountId, status, deleted, accountDeleted } = request
  return { customerId, accountId, status, deleted: deleted || accountDeleted }
}

/** Every change of a request, as its whole public state. */
export function publish({ id, version, view, at }: Published<BankRequestEvent, BankRequestView>): Outgoing[] {
  const about = { requestId: id, ...view, at: timestampFromDate(at), revision: version }
  return [outgoing(BANK_REQUEST_TOPIC, id, BankRequestChangedSchema, about)]
}
