import type { Role } from '@talad/proto/http/campaign/abilities'
import type { Queryable } from '@talad/shared/db'
import { Rejection } from '@talad/shared/rejection'
import type { KeyRow } from './rows.ts'

const MINUTE_MS = 60_000

export type Usable = Pick<KeyRow, 'id' | 'project_id' | 'scopes' | 'limit_per_minute' | 'last_used_at'> & {
  /** of who made it, at this moment */
  roles: Role[]
}

/** The key with a digest, unless it has ended or was revoked, or its creator is nothing in the project any more (CA-6). */
export async function findUsable(db: Queryable, digest: string, now: Date): Promise<Usable | undefined> {
  const { rows } = await db.query<Usable>({
    name: 'campaign.api_key',
    text: `select id, project_id, scopes, limit_per_minute, last_used_at, array(select g.role from project_grant g
        where g.project_id = k.project_id and g.principal_id = k.created_by) as roles
      from api_key k where digest = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    values: [digest, now],
  })
  return rows[0] && rows[0].roles.length > 0 ? rows[0] : undefined
}

/** Counts a call of a key, and notes it once a minute. @throws Rejection RATE_LIMITED, for a call that is not counted */
export async function noteUse(db: Queryable, key: Usable, now: Date): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
  const { rowCount } = await db.query({
    name: 'campaign.api_key_use',
    text: `insert into api_key_use as u (key_id, minute, used) values ($1, $2, 1)
      on conflict (key_id) do update set minute = greatest(u.minute, excluded.minute),
        used = case when u.minute >= excluded.minute then u.used + 1 else 1 end
      where u.minute < excluded.minute or u.used < $3`,
    values: [key.id, minute, key.limit_per_minute],
  })
  if (rowCount !== 1) throw new Rejection('RATE_LIMITED') // CA-6
  const noted = key.last_used_at?.getTime() ?? Number.NEGATIVE_INFINITY
  if (now.getTime() - noted < MINUTE_MS) return
  await db.query('update api_key set last_used_at = greatest(last_used_at, $2) where id = $1', [key.id, now])
}
