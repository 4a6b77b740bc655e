import type { Continent } from '@talad/proto/http/gateway/continent'
import type { Section } from '@talad/proto/site/sections'
import { source } from '@talad/ui/browser/source'
import { queryClient } from '@talad/ui/client/query'
import { type Language, loadLanguage, PartLanguage } from '@talad/ui/i18n/language'
import { dehydrate, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { isDrawnOnServer, readFirst } from './app/first-reads.ts'
import { createAppRouter } from './app/router.tsx'
import { layoutQuery } from './market/reads/layout.ts'
import { siteQuery } from './market/reads/site.ts'
import type { DrawnPage } from './start/ssr-page.ts'

/** The parts of the app that each pattern of addresses needs; the build fills it in. */
declare const __PARTS__: Readonly<Record<string, readonly string[]>>

export type FirstPage = {
  /** what stands in the page until the app takes its place */
  body: string
  /** links for the head: pictures to fetch at once */
  head: string
  /** JSON for the element `first-page` */
  data: string
}

export type FirstPageOptions = {
  /** path and query of the address */
  address: string
  language: Language
  site: Continent
  /** what stands on its home; null: nothing was published */
  home: Section[] | null
  read: typeof fetch
}

/** React puts the title and what is to be fetched early before everything else. */
const EARLY = /^(?:<link\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)+/

async function draw({
  address,
  language,
  site,
  home,
  read,
}: FirstPageOptions): Promise<FirstPage | undefined> {
  queryClient.clear()
  source.fetch = read
  queryClient.setQueryData(siteQuery.queryKey, site)
  const router = createAppRouter(createMemoryHistory({ initialEntries: [address] }))
  const [match] = router.matchRoutes(router.state.location).slice(-1)
  if (!match || !isDrawnOnServer(match.routeId)) return undefined
  const pattern = match.routeId
  if (pattern === '/') queryClient.setQueryData(layoutQuery('home').queryKey, home)
  await Promise.all([
    readFirst(queryClient, { pattern, params: match.params, search: match.search }),
    loadLanguage(language),
  ])
  await router.load()
  const drawn = renderToStaticMarkup(
    <PartLanguage value={language}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </PartLanguage>,
  )
  const [early = ''] = EARLY.exec(drawn) ?? []
  const reads = dehydrate(queryClient)
  const page: DrawnPage = { reads, parts: __PARTS__[pattern] ?? [] }
  return {
    body: drawn.slice(early.length),
    head: early.replace(/<title\b[^>]*>[^<]*<\/title>/g, ''),
    // as JSON in a page: nothing in it ends the element, or begins a comment
    data: JSON.stringify(page).replace(/</g, '\\u003c'),
  }
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Draws a page as a visitor will see it, to be shown until the app has come. The app then draws its own screen in its
 * place: whatever is different for this visitor, or has changed in between, needs no care here. One after the other, as
 * they share what was read.
 * @returns undefined when nothing is gained by drawing the page at that address
 * @throws when what it shows can't be read
 */
export function firstPage(options: FirstPageOptions): Promise<FirstPage | undefined> {
  const drawn = last.then(() => draw(options))
  last = drawn.catch(() => undefined)
  return drawn
}

queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
