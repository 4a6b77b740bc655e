import { apiKeyCheckHttp } from '@talad/proto/http/campaign/api-key-check'
import { apiKeyAdminHttp as http, type ApiKey as Wire } from '@talad/proto/http/campaign/api-keys-admin'
import type { Queryable } from '@talad/shared/db'
import { decide } from '@talad/shared/decision'
import { digestOf, makeApiKey } from '@talad/shared/http/api-key'
import { type App, signedIn } from '@talad/shared/http/app'
import { page, pageOf } from '@talad/shared/http/page'
import { Rejection } from '@talad/shared/rejection'
import { changeIn } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { isArchived } from '../member/rows.ts'
import { findKey, type KeyRow, listKeys } from './rows.ts'
import { apiKeys } from './stream.ts'
import { findUsable } from './use.ts'

const DAY_MS = 86_400_000
const PREFIX_LENGTH = 12

const timeOf = (at: Date | null) => at?.toISOString() ?? null

const shown = (row: KeyRow): Wire => ({
  apiKeyId: row.id,
  projectId: row.project_id,
  name: row.name,
  prefix: row.prefix,
  permissions: row.scopes,
  limitPerMinute: row.limit_per_minute,
  created: row.created_at.toISOString(),
  lastUsed: timeOf(row.last_used_at),
  expires: timeOf(row.expires_at),
  revoked: timeOf(row.revoked_at),
})

async function answerOf(db: Queryable, id: string): Promise<{ apiKey: Wire }> {
  const found = await findKey(db, id)
  if (!found) throw new Rejection('NOT_FOUND')
  return { apiKey: shown(found) }
}

/** A new key, and by what it is known: the key itself goes to who made it, and nowhere else (CA-6, AW-9). */
function makeSecret(test: boolean) {
  const key = makeApiKey(test ? 'test' : 'live')
  return { key, secret: { prefix: key.slice(0, PREFIX_LENGTH), digest: digestOf(key) } }
}

/** CA-6; refusals by the rows of rejections.ts. */
export function apiKeyRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(apiKeyCheckHttp.checkApiKey, async ({ body }) => {
    const key = await findUsable(db, body.digest, deps.now())
    return { key: key ? { id: key.id, limitPerMinute: key.limit_per_minute } : null }
  })

  app.route(http.listApiKeys, async ({ query }) => {
    const { projectId, count = false } = query
    const { list, total } = await listKeys(db, { projectId, count, ...pageOf(query) })
    return { apiKeys: page(list.map(shown), query, total) }
  })

  app.route(http.getApiKey, async ({ query: { apiKeyId } }) => answerOf(db, apiKeyId))

  app.route(http.createApiKey, async (call) => {
    const { permissions, expires, ...rest } = call.body
    const terms = { ...rest, scopes: [...new Set(permissions)], expires: expires ? new Date(expires) : null }
    const { key, secret } = makeSecret(terms.test)
    const { id } = call.attempt
    const { accountId: by } = signedIn(call.actor)
    return decide(deps, apiKeys, id, {
      call,
      action: 'api-key.create',
      command: async ({ tx, now }) => {
        const archived = await isArchived(tx, terms.projectId)
        return { type: 'Create', terms, secret, archived, by, now }
      },
      answer: async (_, { tx }) => ({ ...(await answerOf(tx, id)), secret: key }),
    })
  })

  app.route(http.rotateApiKey, async (call) => {
    const { projectId, apiKeyId, overlapDays } = call.body
    const { accountId: by } = signedIn(call.actor)
    const { id } = call.attempt
    let made = ''
    return decide(deps, apiKeys, apiKeyId, {
      call,
      action: 'api-key.rotate',
      command: async ({ tx, now }) => {
        const archived = await isArchived(tx, projectId)
        return { type: 'Rotate', overlapMs: overlapDays * DAY_MS, archived, by, now }
      },
      beside: async ({ tx, now }, { before }) => {
        if (!before) throw new Error('a key was rotated and was not there')
        const { key, secret } = makeSecret(before.terms.test)
        made = key
        await changeIn(
          tx,
          apiKeys,
          id,
          { type: 'Create', terms: before.terms, secret, archived: false, by, now },
          now,
        )
      },
      answer: async (_, { tx }) => ({ ...(await answerOf(tx, id)), secret: made }),
    })
  })

  app.route(http.revokeApiKey, async (call) => {
    const { apiKeyId } = call.query
    const { accountId: by } = signedIn(call.actor)
    return decide(deps, apiKeys, apiKeyId, {
      call,
      action: 'api-key.revoke',
      command: ({ now }) => ({ type: 'Revoke', by, now }),
      answer: (_, { tx }) => answerOf(tx, apiKeyId),
    })
  })
}
