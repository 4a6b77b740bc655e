import type { Permission } from '@talad/proto/http/permissions'
import type { TextKey } from '../i18n/index.ts'

/** A permission of the site, or a role in some project (CA-1). */
export type Need = Permission | 'project.read'

export type Place = {
  to: string
  title: TextKey
  /** any of these shows it; the server judges every call anyway (AW-2) */
  needs: readonly Need[]
}

export type Group = { title: TextKey; places: readonly Place[] }

/** AW-1: the desks, in the order of the menu. */
export const menu: readonly Group[] = [
  {
    title: 'menu.customers',
    places: [{ to: '/customers', title: 'customer.title', needs: ['idp_profile.read'] }],
  },
  {
    title: 'menu.payouts',
    places: [
      { to: '/withdrawals', title: 'withdrawals.title', needs: ['withdrawal.read'] },
      { to: '/bank-requests', title: 'bankRequests.title', needs: ['bank.read'] },
    ],
  },
  {
    title: 'menu.cards',
    places: [
      { to: '/shippings', title: 'shippings.title', needs: ['shipping.read'] },
      { to: '/topups', title: 'topups.title', needs: ['shipping.read'] },
      { to: '/mismatches', title: 'mismatches.title', needs: ['shipping.read'] },
      { to: '/refunds', title: 'refunds.title', needs: ['shipping.read'] },
    ],
  },
  {
    title: 'menu.market',
    places: [
      { to: '/orders', title: 'orders.title', needs: ['order.read'] },
      { to: '/collections', title: 'collections.title', needs: ['collection.write'] },
      { to: '/indexer', title: 'indexer.title', needs: ['collection.write'] },
    ],
  },
  {
    title: 'menu.moderation',
    places: [
      { to: '/flags', title: 'flag.title', needs: ['flag.read'] },
      { to: '/suspensions', title: 'suspensions.title', needs: ['suspension.read'] },
      { to: '/issuers', title: 'issuers.title', needs: ['issuer.read'] },
      { to: '/fees', title: 'fees.title', needs: ['issuer.read'] },
      { to: '/declarations', title: 'declarations.title', needs: ['issuer.read'] },
    ],
  },
  {
    title: 'menu.assessments',
    places: [
      { to: '/assessments', title: 'assessments.title', needs: ['assessment.read'] },
      { to: '/submissions', title: 'submissions.title', needs: ['assessment.read'] },
      { to: '/passes', title: 'passes.title', needs: ['assessment.read'] },
    ],
  },
  {
    title: 'menu.campaigns',
    places: [{ to: '/projects', title: 'projects.title', needs: ['project.create', 'project.read'] }],
  },
  {
    title: 'menu.books',
    places: [
      { to: '/books', title: 'books.title', needs: ['report.read'] },
      { to: '/reconciliations', title: 'reconciliations.title', needs: ['report.read'] },
      { to: '/reports/balances', title: 'balances.title', needs: ['report.read'] },
      { to: '/reports/settlements', title: 'settlements.title', needs: ['report.read'] },
    ],
  },
  {
    title: 'menu.operations',
    places: [
      { to: '/operations', title: 'operations.title', needs: ['operations.write'] },
      { to: '/dead-letters', title: 'letters.title', needs: ['operations.write'] },
      { to: '/jobs', title: 'jobs.title', needs: ['operations.write'] },
    ],
  },
  {
    title: 'menu.system',
    places: [
      { to: '/permissions', title: 'permissions.title', needs: ['permission.write'] },
      { to: '/audit', title: 'audit.title', needs: ['audit.read'] },
    ],
  },
]

/** AW-2: the menu of somebody who may do these things; groups without a place are left out. */
export function menuFor(can: (need: Need) => boolean, groups: readonly Group[] = menu): Group[] {
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(({ needs }) => needs.some(can)) }))
    .filter(({ places }) => places.length > 0)
}
