import type { Scope } from '@talad/proto/http/campaign/abilities'
import type { Queryable, Tx } from '@talad/shared/db'
import { countIf } from '@talad/shared/http/page'
import type { Change } from '@talad/shared/stream'
import type { ApiKey, ApiKeyEvent } from './events.ts'

export async function saveApiKeys(
  tx: Tx,
  changes: readonly Change<ApiKey | undefined, ApiKeyEvent>[],
): Promise<void> {
  for (const { id, state } of changes) {
    if (!state) continue
    const { terms, secret, createdBy, createdAt, revokedAt } = state
    await tx.query(
      `insert into api_key (id, project_id, name, prefix, digest, scopes, limit_per_minute, created_by, created_at,
         expires_at, revoked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (id) do update set expires_at = excluded.expires_at, revoked_at = excluded.revoked_at`,
      [
        ...[
          id,
          terms.projectId,
          terms.name,
          secret.prefix,
          secret.digest,
          terms.scopes,
          terms.limitPerMinute,
        ],
        ...[createdBy, createdAt, terms.expires, revokedAt],
      ],
    )
  }
}

export type KeyRow = {
  id: string
  project_id: string
  name: string
  prefix: string
  scopes: Scope[]
  limit_per_minute: number
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

export async function findKey(db: Queryable, id: string): Promise<KeyRow | undefined> {
  return (await db.query<KeyRow>('select * from api_key where id = $1', [id])).rows[0]
}

/** The newest first. */
export async function listKeys(
  db: Queryable,
  asked: { projectId: string; size: number; index: number; count: boolean },
) {
  const from = 'from api_key where project_id = $1'
  const { rows } = await db.query<KeyRow>(
    `select * ${from} order by created_at desc, id desc limit $2 offset $3`,
    [asked.projectId, asked.size, asked.size * asked.index],
  )
  return { list: rows, total: await countIf(asked.count, db, from, [asked.projectId]) }
}
