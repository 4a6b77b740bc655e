import type { SupportedAccount } from '@talad/proto/http/identity/support'
import { audit } from '@talad/shared/audit'
import { inTx, type Queryable } from '@talad/shared/db'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
import { linksOf } from '../account/read.ts'
import { accounts } from '../account/stream.ts'
import type { Deps } from '../deps.ts'
import { displayNameOf } from '../display-name/store.ts'
import { normalisePhone } from '../join/phone.ts'

const MOST = 20

type Wanted = { id?: string | undefined; ph?: string | undefined; wl?: string | undefined }

/** @throws Rejection INVALID_PHONE */
async function idsOf(db: Queryable, deps: Pick<Deps, 'personal'>, { id, ph, wl }: Wanted): Promise<string[]> {
  const phone = ph === undefined ? undefined : normalisePhone(ph)
  if (ph !== undefined && phone === undefined) throw new Rejection('INVALID_PHONE', { field: 'ph' })
  const { rows } = await db.query<{ id: string }>(
    `select a.id from account a join (
       select id from account where id = $1
       union select id from account where join_id = $2
       union select account_id from wallet where address = $3 and held_until is null
       union select l.account_id from identity_link l join link_personal_data p on p.link_id = l.id
         where p.phone_fingerprint = $4
     ) found using (id) order by a.created_at limit $5`,
    [
      ...[id ?? null, id?.replace(/^join-/, '') ?? null, wl?.toLowerCase() ?? null],
      ...[phone === undefined ? null : deps.personal.fingerprint(phone), MOST],
    ],
  )
  return rows.map((row) => row.id)
}

/** An account as support sees it; undefined: there is none. */
async function supported(deps: Deps, accountId: string): Promise<SupportedAccount | undefined> {
  const { db } = deps
  const { rows } = await db.query<{ created_at: Date; merged_into: string | null; sessions: bigint }>(
    `select created_at, merged_into,
       (select count(*) from session s where s.account_id = a.id and s.revoked_at is null) as sessions
     from account a where id = $1`,
    [accountId],
  )
  const [row] = rows
  if (!row) return undefined
  const { state } = await load(db, accounts, accountId)
  const { links } = await linksOf(deps, accountId, { field: 'created', order: 'asc' })
  return {
    account_id: accountId,
    customer_id: state.joinId === undefined ? null : `join-${state.joinId}`,
    created: row.created_at.toISOString(),
    merged_to: row.merged_into,
    display_name: await displayNameOf(db, accountId),
    identities: links,
    sessions: Number(row.sessions),
    merges: (state.absorbed ?? []).map(({ moveId, from }) => ({ merge_id: moveId, from })),
  }
}

/** ID-42: who looked at whom is written down before anything is answered. */
export async function findAccounts(
  deps: Deps,
  actor: Actor,
  wanted: Wanted,
  requestId: string,
): Promise<SupportedAccount[]> {
  const ids = await inTx(deps.db, async (tx) => {
    const found = await idsOf(tx, deps, wanted)
    for (const id of found) {
      const target = { kind: 'account', id }
      await audit(tx, { actor, action: 'person.look_up', target, requestId, now: deps.now() })
    }
    return found
  })
  const found = await Promise.all(ids.map((id) => supported(deps, id)))
  return found.filter((one): one is SupportedAccount => one !== undefined)
}
