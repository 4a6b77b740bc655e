import { issuerAdminHttp as http, type Issuer as Wire } from '@talad/proto/http/moderation/issuer-admin'
import type { App } from '@talad/shared/http/app'
import { page } from '@talad/shared/http/page'
import type { Deps } from '../deps.ts'
import { requireCustomer } from '../identity/known.ts'
import { readRange } from '../range/read.ts'
import { shownRange, toStored } from '../range/stored.ts'
import { removeIssuer, setIssuer } from './change.ts'
import type { Issuer, IssuerTerms } from './events.ts'
import { findIssuer, type Listed, listIssuers, requireIssuer } from './read-model.ts'

const shown = (row: Listed): Wire => ({
  issuer_id: row.issuer_id,
  slug: row.slug,
  names: { th: row.name_th, en: row.name_en },
  nft_ranges: row.ranges.map(shownRange),
  primary_customer_id: row.primary_customer_id,
  is_active: row.active,
  version: row.version,
  changed_by: row.changed_by,
  changed_at: row.changed_at.toISOString(),
})

function answerOf(issuer_id: string, { terms, version, changedBy, changedAt }: Issuer): Wire {
  const { slug, names, ranges, customerId: primary_customer_id, active: is_active } = terms
  return {
    issuer_id,
    slug,
    names,
    nft_ranges: ranges.map(shownRange),
    primary_customer_id,
    is_active,
    version,
    changed_by: changedBy,
    changed_at: changedAt.toISOString(),
  }
}

type Asked = {
  slug: string
  names: IssuerTerms['names']
  nft_ranges: Parameters<typeof readRange>[0][]
  primary_customer_id: string
}

function termsOf(
  { slug, names, nft_ranges, primary_customer_id: customerId }: Asked,
  active: boolean,
): IssuerTerms {
  const ranges = nft_ranges.map((range, index) => toStored(readRange(range, `nft_ranges.${index}`)))
  return { slug, names, ranges, customerId, active }
}

/** MO-32: whom an issuer names anew is somebody; who stands there already may have gone since. */
async function requirePayee(deps: Deps, customerId: string, issuerId: string): Promise<void> {
  const before = await findIssuer(deps.db, issuerId)
  if (before?.primary_customer_id !== customerId)
    await requireCustomer(deps, customerId, 'primary_customer_id')
}

/** MO-32, MO-33; refusals by the rows of rejections.ts. */
export function issuerRoutes(app: App, deps: Deps): void {
  const { db } = deps

  app.route(http.listIssuers, async ({ query }) => {
    const { q, active, count = false, ps: size, pi: index } = query
    const { list, total } = await listIssuers(db, { q, active, size, index, count })
    return page(list.map(shown), query, total)
  })

  app.route(http.pickIssuer, async ({ params: { issuer_id: id } }) =>
    shown(await requireIssuer(db, id, 'issuer_id')),
  )

  app.route(http.addIssuer, async (call) => {
    const { id } = call.attempt
    await requirePayee(deps, call.body.primary_customer_id, id)
    const what = { type: 'Add' as const, terms: termsOf(call.body, true) }
    return setIssuer(deps, id, what, call, (issuer) => answerOf(id, issuer))
  })

  app.route(http.modifyIssuer, async (call) => {
    const { issuer_id: id, is_active: active, version } = call.body
    await requirePayee(deps, call.body.primary_customer_id, id)
    const what = { type: 'Modify' as const, version, terms: termsOf(call.body, active) }
    return setIssuer(deps, id, what, call, (issuer) => answerOf(id, issuer))
  })

  app.route(http.removeIssuer, (call) => {
    const { issuer_id: issuerId, version } = call.body
    return removeIssuer(deps, { issuerId, version }, call, (left) => ({
      issuer: left.gone ? null : answerOf(issuerId, left),
    }))
  })
}
