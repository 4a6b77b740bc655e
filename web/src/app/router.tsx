import { mayBeChainName } from '@talad/proto/http/identity/chain-name'
import { parseSearch, stringifySearch } from '@talad/ui/browser/address-bar'
import { queryClient } from '@talad/ui/client/query'
import { lazyPart } from '@talad/ui/components/part'
import { isAddress } from '@talad/ui/format/address'
import { speakAsSite } from '@talad/ui/i18n/language'
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import { z } from 'zod'
import { accountSearch, statementSearch } from '../features/account/search.ts'
import { assetQuery } from '../features/asset/api/assets.ts'
import { collectionQuery } from '../features/collection/api/collections.ts'
import { collectionSearch, filterSearch } from '../features/collection/filters.ts'
import { siteQuery } from '../market/reads/site.ts'
import { NotFound } from '../market/refusals/not-found.tsx'
import { Root } from './root.tsx'
import { keep, rootSearch } from './root-search.ts'
import { ErrorScreen, RootError } from './screens.tsx'
import { leadToAsset } from './short-asset.ts'

const text = z.string().max(500).optional().catch(undefined)

const root = createRootRoute({
  validateSearch: rootSearch,
  search: { middlewares: [keep] },
  loader: async () => {
    const site = await queryClient.ensureQueryData(siteQuery)
    if (!import.meta.env.SSR) await speakAsSite(site.languages) // a drawn page is in the language that it is asked for
    return site
  },
  component: Root,
  errorComponent: RootError,
  notFoundComponent: NotFound,
})

/** A page of which nothing stands in the search part of the address. */
const plainRoute = <const Path extends string>(path: Path, component: ReturnType<typeof lazyPart>) =>
  createRoute({ getParentRoute: () => root, path, component })

/** One of the screens that people come to from another. */
const later = (name: keyof typeof import('./later-screens.ts')) =>
  lazyPart<object>(() => import('./later-screens.ts').then((screens) => screens[name]()))

const home = plainRoute(
  '/',
  lazyPart(() => import('../routes/home.tsx')),
)

const collection = createRoute({
  getParentRoute: () => root,
  path: '/collection/$idOrSlug',
  validateSearch: collectionSearch,
  // Starts the read early; the screen shows what comes of it.
  loader: ({ params }) => void queryClient.prefetchQuery(collectionQuery(params.idOrSlug)),
  component: lazyPart(() => import('../routes/collection.tsx')),
})

const collections = createRoute({
  getParentRoute: () => root,
  path: '/collections',
  validateSearch: z.object({ by: z.enum(['fl', 'it', 'ow']).optional().catch(undefined) }),
  component: later('collections'),
})

const asset = createRoute({
  getParentRoute: () => root,
  path: '/assets/$blockchain/$contract/$token',
  validateSearch: z.object({ sell: z.literal('1').optional().catch(undefined) }),
  loader: ({ params }) => void queryClient.prefetchQuery(assetQuery(params)),
  component: lazyPart(() => import('../routes/asset.tsx')),
})

const shortAsset = createRoute({
  getParentRoute: () => root,
  path: '/asset/$contract/$token',
  beforeLoad: ({ params }) => leadToAsset(params),
})

const personSearch = z.object({
  tab: z.enum(['holds', 'listed', 'offered', 'activity']).optional().catch(undefined),
})

/** Somebody, by a public name or an address. */
const person = createRoute({
  getParentRoute: () => root,
  path: '/people/$who',
  validateSearch: personSearch,
  component: later('person'),
})

/** WB-2: only an address or a name of the name service stands at the root; every other word is a page, or nothing. */
const wallet = createRoute({
  getParentRoute: () => root,
  path: '/$wallet',
  validateSearch: personSearch,
  beforeLoad: ({ params, search }) => {
    if (!isAddress(params.wallet) && !mayBeChainName(params.wallet)) throw notFound()
    throw redirect({ to: '/people/$who', params: { who: params.wallet }, search, replace: true })
  },
})

/** What a shop or temple has made: its virtual collections, each by its slug or id, as the project (CA-9). */
const project = plainRoute('/projects/$project', later('project'))

const virtualCollection = plainRoute('/projects/$project/collections/$idOrSlug', later('virtualCollection'))

const virtualItem = plainRoute('/projects/$project/items/$idOrSlug', later('virtualItem'))

/** What a project gives to whoever has what it asks for. */
const campaign = plainRoute('/projects/$project/campaigns/$campaign', later('campaign'))

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: accountSearch,
  component: lazyPart(() => import('../routes/account.tsx')),
})

const statement = createRoute({
  getParentRoute: () => root,
  path: '/account/statement',
  validateSearch: statementSearch,
  component: later('statement'),
})

const accountSecurity = plainRoute('/account/security', later('accountSecurity'))

const accountWays = createRoute({
  getParentRoute: () => root,
  path: '/account/ways',
  validateSearch: z.object({ sessionId: text }),
  component: later('accountWays'),
})

const accountWallet = createRoute({
  getParentRoute: () => root,
  path: '/account/wallet',
  validateSearch: z.object({ of: text, chains: text, spam: z.literal('1').optional().catch(undefined) }),
  component: later('accountWallet'),
})

const accountPrivacy = plainRoute('/account/privacy', later('accountPrivacy'))

const content = plainRoute('/about/$page', later('content'))

const fees = createRoute({
  getParentRoute: () => root,
  path: '/fees',
  validateSearch: z.object({ of: text }),
  component: later('fees'),
})

const declarations = createRoute({
  getParentRoute: () => root,
  path: '/declarations',
  validateSearch: z.object({ bc: text, ca: text, ti: text }),
  component: later('declarations'),
})

const explore = createRoute({
  getParentRoute: () => root,
  path: '/explore',
  validateSearch: filterSearch,
  component: lazyPart(() => import('../routes/explore.tsx')),
})

/** What is searched for is a part of the market like any other. */
const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: filterSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/explore', search, replace: true })
  },
})

/** AW-13: in a frame of the admins' app */
const preview = plainRoute('/preview', later('preview'))

const favourites = createRoute({
  getParentRoute: () => root,
  path: '/favourites',
  validateSearch: z.object({ tab: z.enum(['assets', 'collections']).optional().catch(undefined) }),
  component: later('favourites'),
})

const signIn = plainRoute('/sign-in', later('signIn'))

const authJoin = createRoute({
  getParentRoute: () => root,
  path: '/auth/join',
  validateSearch: z.object({ sessionId: text }),
  component: later('authJoin'),
})

const authBack = plainRoute('/auth/back', later('authBack'))

const authWeb3 = plainRoute('/auth/web3', later('authWeb3'))

const authHandOver = createRoute({
  getParentRoute: () => root,
  path: '/auth/hand-over',
  validateSearch: z.object({ sessionId: text }),
  component: later('authHandOver'),
})

const paymentReturn = createRoute({
  getParentRoute: () => root,
  path: '/payment/return',
  validateSearch: z.object({ shipping_id: text }),
  component: later('paymentReturn'),
})

const receipt = createRoute({
  getParentRoute: () => root,
  path: '/payment/receipt',
  validateSearch: z.object({ shipping_id: text, trade: text, order: text }),
  component: later('receipt'),
})

/** /dev/ui: every component on one page. The build leaves it out. */
const devRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: '/dev/ui',
        component: lazyPart(() => import('../../dev/ui/gallery.tsx')),
      }),
    ]
  : []

const routeTree = root.addChildren([
  home,
  collection,
  collections,
  asset,
  shortAsset,
  project,
  virtualCollection,
  virtualItem,
  campaign,
  account,
  statement,
  accountSecurity,
  accountWays,
  accountWallet,
  accountPrivacy,
  explore,
  search,
  content,
  fees,
  declarations,
  favourites,
  preview,
  signIn,
  authJoin,
  authBack,
  authWeb3,
  authHandOver,
  paymentReturn,
  receipt,
  person,
  wallet,
  ...devRoutes,
])

/** @param history where the pages are; the browser's address bar by default */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    // it is a script in the page, which our policy forbids; and there is nothing to scroll on a server
    scrollRestoration: !import.meta.env.SSR,
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
