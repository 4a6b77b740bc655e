import type { Role } from '@talad/proto/http/campaign/abilities'
import type { Queryable } from '@talad/shared/db'
import { heldBy } from '../member/rows.ts'
import type { KeyRow } from './rows.ts'

const MINUTE_MS = 60_000

export type Usable = Pick<KeyRow, 'id' | 'project_id' | 'scopes' | 'limit_per_minute' | 'last_used_at'> & {
  /** of who made it, at this moment */
  roles: Role[]
}

/** The key with a digest, unless it has ended or was revoked, or its creator is nothing in the project any more (CA-6). */
export async function findUsable(db: Queryable, digest: string, now: Date): Promise<Usable | undefined> {
  const { rows } = await db.query<Usable>({
    name: 'campaign.api_key_3',
    text: `select id, project_id, scopes, limit_per_minute, last_used_at, array(
        select h.role from ${heldBy('k.project_id', 'k.created_by')} h) as roles
      from api_key k where digest = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    values: [digest, now],
  })
  return rows[0] && rows[0].roles.length > 0 ? rows[0] : undefined
}

/** Notes once a minute that a key was used. */
export async function noteUse(db: Queryable, { id, last_used_at: last }: Usable, now: Date): Promise<void> {
  if (last && now.getTime() - last.getTime() < MINUTE_MS) return
  await db.query('update api_key set last_used_at = greatest(last_used_at, $2) where id = $1', [id, now])
}
