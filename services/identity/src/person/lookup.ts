import { findPersons, type LookedUpPerson } from '@talad/proto/http/identity/person-lookup'
import { audit } from '@talad/shared/audit'
import { inTx, type Queryable } from '@talad/shared/db'
import { type App, signedIn } from '@talad/shared/http/app'
import { Rejection } from '@talad/shared/rejection'
import { accountsNamed } from '../account/person-name.ts'
import { personOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { normalisePhone } from '../join/phone.ts'

const MOST = 20

/** Families share a phone, so there may be several. @throws Rejection INVALID_PHONE */
async function accountsOf(
  db: Queryable,
  deps: Pick<Deps, 'personal'>,
  { id, ph, nm }: { id?: string | undefined; ph?: string | undefined; nm?: string | undefined },
): Promise<string[]> {
  if (nm !== undefined) return accountsNamed({ db, personal: deps.personal }, nm, MOST)
  if (ph !== undefined) {
    const phone = normalisePhone(ph)
    if (phone === undefined) throw new Rejection('INVALID_PHONE', { field: 'ph' })
    const found = await db.query<{ account_id: string }>(
      `select distinct l.account_id from link_personal_data d join identity_link l on l.id = d.link_id
       where d.phone_fingerprint = $1 order by 1 limit $2`,
      [deps.personal.fingerprint(phone), MOST],
    )
    return found.rows.map(({ account_id }) => account_id)
  }
  const found = await db.query<{ id: string }>('select id from account where join_id = $1', [
    id?.replace(/^join-/, ''),
  ])
  return found.rows.map((row) => row.id)
}

/** ID-43, ID-42: persons as support finds them; who looked at whom, and why, is written down before anything is answered. */
export function lookupRoutes(app: App, deps: Deps): void {
  app.route(findPersons, async ({ actor, query, request }) => {
    const { reveal, note, id, ph, nm } = query
    const revealed = reveal === '1' // AW-15
    const accounts = await inTx(deps.db, async (tx) => {
      const found = await accountsOf(tx, deps, { id, ph, nm })
      for (const accountId of found) {
        await audit(tx, {
          actor: signedIn(actor),
          action: revealed ? 'person.reveal' : 'person.look_up',
          target: { kind: 'account', id: accountId },
          note,
          requestId: request.id,
          now: deps.now(),
        })
      }
      return found
    })
    const persons = await Promise.all(accounts.map((accountId) => personOf(deps, accountId, revealed)))
    return { list: persons.filter((person): person is LookedUpPerson => person !== undefined) }
  })
}
