import { accountChecksHttp as http } from '@talad/proto/http/identity/account-checks'
import { matchesPattern, type Pattern } from '@talad/proto/http/identity/verified-fields'
import type { App } from '@talad/shared/http/app'
import { openPersonalData } from '../account/personal-data.ts'
import { linksOf } from '../account/read.ts'
import type { Deps } from '../deps.ts'
import { normalisePhone } from '../join/phone.ts'
import { lineIdOf } from '../session/meant.ts'
import { accountMeant } from './find-meant.ts'

type Row = {
  join_ids: string[]
  line_ids: [string, string][]
  wallets: { provider: string; address: string }[]
  sealed: Buffer | null
  sealed_for: string
}

/** What is verified of an account: undefined where there is none. */
async function verifiedOf({ db, personal }: Pick<Deps, 'db' | 'personal'>, accountId: string) {
  const { rows } = await db.query<Row>(
    `select array(select external_id from identity_link where account_id = a.id and identity_provider = 'join') as join_ids,
       (select coalesce(json_agg(json_build_object('provider', w.provider, 'address', w.address)), '[]') from wallet w
         where w.account_id = a.id and w.held_until is null) as wallets,
       (select coalesce(json_agg(json_build_array(i.provider_scope, i.external_id)), '[]')
         from identity_link i where i.account_id = a.id and i.identity_provider = 'line') as line_ids, d.sealed, d.sealed_for
     from account a left join identity_link l on l.account_id = a.id and l.identity_provider = 'join'
       left join link_personal_data d on d.link_id = l.id where a.id = $1`,
    [accountId],
  )
  const [row] = rows
  if (!row) return undefined
  const { sealed, sealed_for } = row
  const { phone } = openPersonalData(personal, sealed ? { sealed, sealed_for } : undefined)
  const e164 = phone === null ? undefined : normalisePhone(phone)
  return [
    ...row.join_ids.map((value) => ({ provider: 'join', field: 'userId', value })),
    ...row.line_ids.map((known) => ({ provider: 'line', field: 'userId', value: JSON.stringify(known) })),
    ...row.wallets.map(({ provider, address: value }) => ({ provider, field: 'walletAddress', value })),
    ...(e164 === undefined || row.join_ids.length === 0
      ? []
      : [{ provider: 'join', field: 'phone', value: e164 }]),
  ]
}

function means({ personal, config }: Deps, pattern: Pattern, verified: readonly Pattern[]): boolean {
  const scope = config.LINE_CHANNELS[0]?.providerId
  // kept as a hash: it is this one or none
  const line = pattern.provider === 'line' && scope ? lineIdOf(personal, scope, pattern.value) : undefined
  return verified.some(
    ({ provider, field, value }) =>
      provider === pattern.provider &&
      field === pattern.field &&
      (provider === 'line' ? value === line : matchesPattern(value, pattern.value)),
  )
}

/** More accounts than ever became one after another. */
const MOST_STEPS = 20

/** ID-33: what has become of an account, or of one that waits for its owner, which is known as any other (ID-17). */
async function livingOf({ db }: Pick<Deps, 'db'>, accountId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `with recursive led (id, step) as (
       select $1::text, 0
       union all
       select coalesce(a.merged_into, p.claimed_by), step + 1
       from led left join account a using (id) left join placeholder p on p.account_id = led.id
       where coalesce(a.merged_into, p.claimed_by) is not null and step < $2)
     select id from led where step = (select max(step) from led)
       and (exists (select 1 from account a where a.id = led.id) or exists (select 1 from placeholder p where p.account_id = led.id))`,
    [accountId, MOST_STEPS],
  )
  return rows[0]?.id
}

/** CA-2, CA-3: what other services may know of accounts, for the grants that they give. */
export function matchRoutes(app: App, deps: Deps): void {
  app.route(http.matchAccount, async ({ body: { account_id, patterns } }) => {
    const verified = await verifiedOf(deps, account_id)
    const matching = patterns.flatMap((pattern, at) =>
      verified && means(deps, pattern, verified) ? [at] : [],
    )
    return { account_id: (await livingOf(deps, account_id)) ?? null, matching }
  })

  app.route(http.accountMeant, async ({ body: { pattern } }) => ({
    account_id: (await accountMeant(deps, pattern)) ?? null,
  }))

  app.route(http.customerKnown, async ({ query: { customer_id } }) => {
    const { rows } = await deps.db.query(
      `select 1 from identity_link where identity_provider = 'join' and external_id = $1 limit 1`,
      [customer_id.slice('join-'.length)], // ID-3
    )
    return { known: rows.length > 0 }
  })

  app.route(http.accountLinks, async ({ body: { account_ids } }) => {
    const order = { field: 'created', order: 'asc' } as const
    const all = await Promise.all([...new Set(account_ids)].map((id) => linksOf(deps, id, order)))
    // what other accounts they have or had is no project's business (ID-42)
    const none = { migrated_account_id: null, migrated_on: null, wallet_elsewhere: null }
    return { links: all.flatMap((one) => one.links).map((link) => ({ ...link, ...none })) }
  })
}
