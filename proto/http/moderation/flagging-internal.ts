import { z } from 'zod'
import { objectId } from '../common.ts'
import { endpoint } from '../contract.ts'
import { botFinding } from './flagging-finding.ts'

export const flaggingInternalHttp = {
  /** MO-15: one report for each asset, rule and metadata, however often it is sent. */
  reportByBot: endpoint({
    name: 'reportByBot',
    service: 'moderation',
    method: 'POST',
    path: '/moderation/internal/flagging',
    auth: { kind: 'internal' },
    summary: 'A bot reports an asset by one of its rules',
    body: z.object({
      asset_id: objectId.describe('what it is about'),
      metadata_hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe('of what the rule has looked at: the same again is the same report'),
      ...botFinding.shape,
    }),
    status: 200,
    response: z.object({ reported: z.boolean().describe('false: this was reported before') }),
    errors: ['asset_not_found'],
  }),
}
