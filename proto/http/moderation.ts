import { z } from 'zod'
import { isoTime } from './common.ts'
import { base, endpoint } from './contract.ts'

export const moderationHttp = {
  moderationStatus: endpoint({
    name: 'moderationStatus',
    service: 'moderation',
    method: 'GET',
    path: `${base.public}/moderation/status`,
    auth: { kind: 'visitor' },
    summary: 'Whether moderation answers, and its time',
    status: 200,
    response: z.object({ service: z.string(), at: isoTime }),
  }),
}
