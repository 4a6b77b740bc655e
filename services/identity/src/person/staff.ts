import { staffNames } from '@talad/proto/http/identity/staff-names'
import { type App, signedIn } from '@talad/shared/http/app'
import { openPersonalData, type SealedPerson } from '../account/personal-data.ts'
import type { Deps } from '../deps.ts'

type Row = {
  account_id: string
  customer_id: string
  name: string | null
  sealed: Buffer | null
  sealed_for: string | null
}

const IS_STAFF = `select 1 from kit.admin_grant where customer_id = $1 and (super_admin or permissions <> '{}')`

/** Who once was an admin keeps a row without permissions, and a name beside what they did. */
const NAMED = `
  select a.id as account_id, g.customer_id, n.name, d.sealed, d.sealed_for
  from account a join kit.admin_grant g on g.customer_id = 'join-' || a.join_id
    left join display_name n on n.account_id = a.id
    left join identity_link l on l.account_id = a.id and l.identity_provider = 'join'
    left join link_personal_data d on d.link_id = l.id
  where a.id = any($1) or a.join_id = any($2) order by a.id`

const sealedOf = ({ sealed, sealed_for }: Row): SealedPerson | undefined =>
  sealed && sealed_for !== null ? { sealed, sealed_for } : undefined

/** The names of colleagues, for admins alone. */
export function staffRoutes(app: App, { db, personal }: Deps): void {
  app.route(staffNames, async ({ actor, query: { ids } }) => {
    const { customerId } = signedIn(actor)
    const asks = customerId === undefined ? undefined : await db.query(IS_STAFF, [customerId])
    if (!asks?.rowCount) return { list: [] }
    const joinIds = ids.flatMap((id) => (id.startsWith('join-') ? [id.slice('join-'.length)] : []))
    const { rows } = await db.query<Row>(NAMED, [ids, joinIds])
    return {
      list: rows.map((row) => {
        const { nameTH, nameEN } = openPersonalData(personal, sealedOf(row))
        const { account_id, customer_id, name } = row
        return { account_id, customer_id, name: name ?? nameTH ?? nameEN }
      }),
    }
  })
}
