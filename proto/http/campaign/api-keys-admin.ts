import { z } from 'zod'
import { counted, isoTime, objectId, page, pageAndSize, plainWords } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { scopeNames } from './abilities.ts'

const service = 'campaign'
const path = `${base.platformAdmin}/api-key`
const auth = { kind: 'project', ability: 'project.manage' } as const

const projectId = objectId.describe('id of the project')
const apiKeyId = objectId.describe('id of the key')
const scopesOf = z.array(z.enum(scopeNames)).min(1).max(scopeNames.length)
const limitPerMinute = z.int().min(1).max(6_000).describe('calls a minute')

/** CA-6. */
const apiKey = z.object({
  apiKeyId,
  projectId,
  name: z.string().describe('what its people call it'),
  prefix: z.string().describe('how the key begins, to tell it from others'),
  permissions: z.array(z.enum(scopeNames)).describe('what it may do, as far as its creator may'),
  limitPerMinute,
  created: isoTime.describe('when it was made'),
  lastUsed: isoTime.nullable().describe('when it was used last, to the minute; null: never'),
  expires: isoTime.nullable().describe('when it ends; null: not by itself'),
  revoked: isoTime.nullable().describe('when it was revoked'),
})
export type ApiKey = z.infer<typeof apiKey>

const one = z.object({ apiKey: apiKey.describe('the key, without its secret') })
/** AW-9 */
const withSecret = one.extend({
  secret: z.string().describe('to be sent as x-api-key; shown this once, and never again'),
})

export const apiKeyAdminHttp = {
  listApiKeys: endpoint({
    name: 'listApiKeys',
    service,
    method: 'GET',
    auth,
    path: `${path}/list`,
    summary: 'The API keys of a project, the newest first',
    query: z.object({ projectId, count: counted, ...pageAndSize }),
    status: 200,
    response: z.object({ apiKeys: page(apiKey).describe('this page of the list') }),
  }),
  getApiKey: endpoint({
    name: 'getApiKey',
    service,
    method: 'GET',
    auth,
    path,
    summary: 'One API key, without its secret',
    query: z.object({ projectId, apiKeyId }),
    status: 200,
    response: one,
  }),
  createApiKey: endpoint({
    name: 'createApiKey',
    service,
    method: 'POST',
    auth,
    path,
    summary: 'Make an API key; its secret is shown this once (CA-6, AW-9)',
    body: z.strictObject({
      projectId,
      name: plainWords(100).min(1).describe('what its people call it'),
      permissions: scopesOf.describe('what it may do; never more than who made it may at that moment'),
      expires: isoTime.optional().describe('when it ends; absent: not by itself'),
      limitPerMinute: limitPerMinute.default(600),
      test: z
        .boolean()
        .default(false)
        .describe('true: a key for trying things out, told by its beginning: nothing changes by it'),
    }),
    status: 201,
    response: withSecret,
    errors: ['project_archived'],
    idempotent: true,
    limit: 'write',
  }),
  rotateApiKey: endpoint({
    name: 'rotateApiKey',
    service,
    method: 'POST',
    auth,
    path: `${path}/rotate`,
    summary: 'Put a new key with the same permissions, limit and end in the place of one (CA-6)',
    body: z.strictObject({
      projectId,
      apiKeyId,
      overlapDays: z
        .int()
        .min(0)
        .max(30)
        .default(0)
        .describe('how long both count; never beyond the end of the old one'),
    }),
    status: 201,
    response: withSecret,
    errors: ['key_not_usable', 'project_archived'],
    idempotent: true,
    limit: 'write',
  }),
  revokeApiKey: endpoint({
    name: 'revokeApiKey',
    service,
    method: 'DELETE',
    auth,
    path,
    summary: 'Revoke an API key: from now on it is as if there were none (CA-6)',
    query: z.object({ projectId, apiKeyId }),
    status: 200,
    response: one,
    idempotent: true,
    limit: 'write',
  }),
}
