import type { SitePageName } from '@talad/proto/http/gateway/site-names'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { keys } from './query-keys.ts'

/** A page of words that the site has written itself, in a language or else in the other one. */
export const sitePageQuery = (page: SitePageName, language: 'th' | 'en') =>
  queryOptions({
    queryKey: [keys.layout, 'page', page, language],
    queryFn: async ({ signal }) => {
      // what such a page may be made of comes with the first that is read
      const { layoutHttp } = await import('@talad/proto/http/gateway/layout')
      return call(layoutHttp.sitePage, { params: { page }, query: { language } }, { signal })
    },
    staleTime: 60_000,
  })
