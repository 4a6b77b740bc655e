import { z } from 'zod'
import { objectId } from '../common.ts'
import { base, endpoint } from '../contract.ts'

/** CA-6: whether a key counts, for who limits it; what it may do is judged where it is done. */
const checkApiKey = endpoint({
  name: 'checkApiKey',
  service: 'campaign',
  method: 'POST',
  path: `${base.platformAdmin}/internal/api-key`,
  auth: { kind: 'internal' },
  summary: 'How often an API key may call, where it counts',
  body: z.strictObject({
    digest: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the key, hex'),
  }),
  status: 200,
  response: z.object({
    key: z
      .object({
        id: objectId.describe('id of the key'),
        limitPerMinute: z.int().describe('calls a minute that it may make'),
      })
      .nullable()
      .describe('null: there is none, or it counts no longer'),
  }),
  errors: ['validation'],
})

export const apiKeyCheckHttp = { checkApiKey }
