import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { assetQuery } from '../features/asset/api/assets.ts'
import { collectionQuery } from '../features/collection/api/collections.ts'
import { collectionSearch } from '../features/collection/filters.ts'
import { isAddress } from '../lib/address.ts'
import { parseSearch, stringifySearch } from '../lib/address-bar.ts'
import { queryClient } from '../lib/query.ts'
import { siteQuery } from '../lib/site.ts'
import { Home } from '../routes/home.tsx'
import { Root } from './root.tsx'
import { ErrorScreen, NotFound } from './screens.tsx'

const text = z.string().max(500).optional().catch(undefined)

const root = createRootRoute({
  validateSearch: z.object({ errorCode: text, errorMessage: text }),
  loader: () => queryClient.ensureQueryData(siteQuery),
  component: Root,
  notFoundComponent: NotFound,
})

const home = createRoute({ getParentRoute: () => root, path: '/', component: Home })

const collection = createRoute({
  getParentRoute: () => root,
  path: '/collection/$idOrSlug',
  validateSearch: collectionSearch,
  // Starts the read early; the screen shows what comes of it.
  loader: ({ params }) => void queryClient.prefetchQuery(collectionQuery(params.idOrSlug)),
  component: lazyRouteComponent(() => import('../routes/collection.tsx')),
})

const asset = createRoute({
  getParentRoute: () => root,
  path: '/assets/$blockchain/$contract/$token',
  loader: ({ params }) => void queryClient.prefetchQuery(assetQuery(params)),
  component: lazyRouteComponent(() => import('../routes/asset.tsx')),
})

/** WB-1: one address per asset. */
const shortAsset = createRoute({
  getParentRoute: () => root,
  path: '/asset/$contract/$token',
  beforeLoad: async ({ params }) => {
    const { chain } = await queryClient.ensureQueryData(siteQuery)
    throw redirect({
      to: '/assets/$blockchain/$contract/$token',
      params: { blockchain: chain.slug, ...params },
      replace: true,
    })
  },
})

/** WB-2: only an address stands at the root; every other word is a page, or nothing. */
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/$wallet',
  beforeLoad: ({ params }) => {
    if (!isAddress(params.wallet)) throw notFound()
  },
  component: lazyRouteComponent(() => import('../routes/wallet.tsx')),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: z.object({ tab: z.enum(['buy', 'sell']).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../routes/account.tsx')),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../routes/sign-in.tsx')),
})

const authJoin = createRoute({
  getParentRoute: () => root,
  path: '/auth/join',
  validateSearch: z.object({ sessionId: text }),
  component: lazyRouteComponent(() => import('../routes/auth-join.tsx')),
})

const authWeb3 = createRoute({
  getParentRoute: () => root,
  path: '/auth/web3',
  component: lazyRouteComponent(() => import('../routes/auth-web3.tsx')),
})

const paymentReturn = createRoute({
  getParentRoute: () => root,
  path: '/payment/return',
  validateSearch: z.object({ shipping_id: text }),
  component: lazyRouteComponent(() => import('../routes/payment-return.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    collection,
    asset,
    shortAsset,
    account,
    signIn,
    authJoin,
    authWeb3,
    paymentReturn,
    wallet,
  ]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
