import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'

export const campaignStatusHttp = {
  campaignStatus: endpoint({
    name: 'campaignStatus',
    service: 'campaign',
    method: 'GET',
    path: `${base.public}/campaign/status`,
    auth: { kind: 'visitor' },
    summary: 'Whether campaign answers, and its time',
    status: 200,
    response: z.object({ service: z.string(), at: isoTime }),
  }),
}
