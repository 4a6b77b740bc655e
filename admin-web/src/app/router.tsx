import { parseSearch, stringifySearch } from '@talad/ui/browser/address-bar'
import { lazyPart } from '@talad/ui/components/part'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { tableSearch } from '../lib/table-search.ts'
import { NotFound } from '../ui/not-found.tsx'
import { Root } from './root.tsx'
import { ErrorScreen } from './screens.tsx'

const text = z.string().max(500).optional().catch(undefined)

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPart(() => import('../routes/home.tsx')),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ ended: text, again: text }),
  component: lazyPart(() => import('../routes/login.tsx')),
})

const authJoin = createRoute({
  getParentRoute: () => root,
  path: '/auth/join',
  validateSearch: z.object({ sessionId: text }),
  component: lazyPart(() => import('../routes/auth-join.tsx')),
})

/** A desk: its list's state stands in the address (AW-1). */
function desk<const P extends `/${string}`>(path: P, load: Parameters<typeof lazyPart<object>>[0]) {
  return createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: tableSearch,
    component: lazyPart(load),
  })
}

const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$id',
  component: lazyPart(() => import('../routes/project.tsx')),
})

/** A page of a project, between what all of them have. */
function ofProject<const P extends `/${string}`>(path: P, load: Parameters<typeof lazyPart<object>>[0]) {
  return createRoute({
    getParentRoute: () => project,
    path,
    validateSearch: tableSearch,
    component: lazyPart(load),
  })
}

const routeTree = root.addChildren([
  home,
  login,
  authJoin,
  desk('/withdrawals', () => import('../routes/withdrawals.tsx')),
  desk('/bank-requests', () => import('../routes/bank-requests.tsx')),
  desk('/books', () => import('../routes/books.tsx')),
  desk('/reconciliations', () => import('../routes/reconciliations.tsx')),
  desk('/reports/balances', () => import('../routes/report-balances.tsx')),
  desk('/reports/settlements', () => import('../routes/report-settlements.tsx')),
  desk('/shippings', () => import('../routes/shippings.tsx')),
  createRoute({
    getParentRoute: () => root,
    path: '/shippings/$id',
    component: lazyPart(() => import('../routes/shipping.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers',
    component: lazyPart(() => import('../routes/customers.tsx')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/customers/$id',
    component: lazyPart(() => import('../routes/customer.tsx')),
  }),
  desk('/topups', () => import('../routes/topups.tsx')),
  desk('/mismatches', () => import('../routes/mismatches.tsx')),
  desk('/refunds', () => import('../routes/refunds.tsx')),
  desk('/flags', () => import('../routes/flags.tsx')),
  desk('/orders', () => import('../routes/orders.tsx')),
  desk('/collections', () => import('../routes/collections.tsx')),
  desk('/indexer', () => import('../routes/indexer.tsx')),
  desk('/operations', () => import('../routes/operations.tsx')),
  desk('/dead-letters', () => import('../routes/dead-letters.tsx')),
  desk('/jobs', () => import('../routes/jobs.tsx')),
  desk('/issuers', () => import('../routes/issuers.tsx')),
  desk('/fees', () => import('../routes/fees.tsx')),
  desk('/declarations', () => import('../routes/declarations.tsx')),
  desk('/suspensions', () => import('../routes/suspensions.tsx')),
  desk('/assessments', () => import('../routes/assessments.tsx')),
  createRoute({
    getParentRoute: () => root,
    path: '/assessments/$key',
    component: lazyPart(() => import('../routes/assessment.tsx')),
  }),
  desk('/submissions', () => import('../routes/submissions.tsx')),
  desk('/passes', () => import('../routes/passes.tsx')),
  desk('/projects', () => import('../routes/projects.tsx')),
  project.addChildren([
    createRoute({
      getParentRoute: () => project,
      path: '/',
      beforeLoad: ({ params }) => {
        throw redirect({ to: '/projects/$id/overview', params, search: {}, replace: true })
      },
    }),
    ofProject('/overview', () => import('../routes/project-overview.tsx')),
    ofProject('/collections', () => import('../routes/project-collections.tsx')),
    ofProject('/collections/$collection', () => import('../routes/project-collection.tsx')),
    ofProject('/items', () => import('../routes/project-items.tsx')),
    ofProject('/items/$item', () => import('../routes/project-item.tsx')),
    ofProject('/campaigns', () => import('../routes/project-campaigns.tsx')),
    ofProject('/campaigns/$campaign', () => import('../routes/project-campaign.tsx')),
    ofProject('/triggers', () => import('../routes/project-triggers.tsx')),
    ofProject('/mints', () => import('../routes/project-mints.tsx')),
    ofProject('/coupons', () => import('../routes/project-coupons.tsx')),
    ofProject('/coupons/sheets', () => import('../routes/project-coupon-sheets.tsx')),
    ofProject('/privileges', () => import('../routes/project-privileges.tsx')),
    ofProject('/members', () => import('../routes/project-members.tsx')),
    ofProject('/api-keys', () => import('../routes/project-api-keys.tsx')),
  ]),
  desk('/permissions', () => import('../routes/permissions.tsx')),
  desk('/audit', () => import('../routes/audit.tsx')),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
