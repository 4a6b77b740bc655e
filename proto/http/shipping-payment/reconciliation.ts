import { z } from 'zod'
import { isoTime } from '../common.ts'
import { endpoint } from '../contract.ts'

/** What came of putting a day of ours beside the same day of a provider. */
export const reconciliation = z.object({
  day: z.iso.date().describe('the day in Thailand'),
  compared: z.int().describe('how many were put beside the provider’s own'),
  faults: z.int().describe('in how many things the two differ; 0: the day is clean'),
  differences: z
    .array(
      z.object({
        reference: z.string().describe('the order number of a card payment, or the id of a withdrawal'),
        what: z.string().describe('in what it differs'),
      }),
    )
    .describe('the first of them'),
  unanswered: z.int().describe('for how many the provider gave no answer; they are asked for again'),
  finished: isoTime.describe('when this was found'),
})
export type Reconciliation = z.infer<typeof reconciliation>

/** The call by which accountants read what a service's nightly reconciliation has found. */
export const reconciliations = <const S extends string>(service: S, name: string, path: string, of: string) =>
  endpoint({
    name,
    service,
    method: 'GET',
    path,
    auth: { kind: 'admin', permission: 'report.read' },
    summary: `${of} beside the provider's own account of them, by day of Thailand, the newest hundred days first`,
    status: 200,
    response: z.object({ list: z.array(reconciliation).describe('a day each') }),
    errors: ['permission_required', 'invalid_join_session'],
  })
