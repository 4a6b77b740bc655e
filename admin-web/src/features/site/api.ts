import { continentHttp } from '@talad/proto/http/gateway/continent'
import { type SiteShown, type SiteTerms, siteAdminHttp } from '@talad/proto/http/gateway/site-admin'
import {
  type DocumentName,
  type LookContent,
  layoutContent,
  type PageContent,
} from '@talad/proto/http/gateway/site-document'
import {
  type DocumentShown,
  siteDocumentAdminHttp as http,
} from '@talad/proto/http/gateway/site-document-admin'
import type { Section } from '@talad/proto/site/sections'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'

/** Begins the keys of everything that is read of sites. */
export const SITES = 'sites'
export const HOME = 'layout-home'
export const LOOK = 'look'

export const sitesQuery = queryOptions({
  queryKey: [SITES, 'list'],
  queryFn: async ({ signal }) => (await call(siteAdminHttp.listSites, {}, { signal })).list,
  refetchOnWindowFocus: false,
})

export const openSite = (body: SiteTerms & { note: string }, key: string) =>
  call(siteAdminHttp.openSite, { body }, { idempotencyKey: key })

export const setSite = (body: SiteTerms & { site_id: string; version: number; note: string }, key: string) =>
  call(siteAdminHttp.setSite, { body }, { idempotencyKey: key })

export const documentQuery = (siteId: string, document: DocumentName) =>
  queryOptions({
    queryKey: [SITES, siteId, document],
    queryFn: ({ signal }) =>
      call(http.pickSiteDocument, { query: { site_id: siteId, document } }, { signal }),
    refetchOnWindowFocus: false,
  })

type Of = { site_id: string; version: number }

export const saveHome = ({ sections, ...of }: Of & { sections: Section[] }, key: string) =>
  call(
    http.saveSiteDocument,
    { body: { kind: 'layout', document: HOME, content: { sections }, ...of } },
    { idempotencyKey: key },
  )

export const saveLook = ({ content, ...of }: Of & { content: LookContent }, key: string) =>
  call(
    http.saveSiteDocument,
    { body: { kind: 'look', document: LOOK, content, ...of } },
    { idempotencyKey: key },
  )

export const savePage = (
  { content, ...of }: Of & { document: DocumentName; content: PageContent },
  key: string,
) => call(http.saveSiteDocument, { body: { kind: 'page', content, ...of } }, { idempotencyKey: key })

type Decision = Of & { document: DocumentName; note: string }
export const publish = (body: Decision & { at: string | null }, key: string) =>
  call(http.publishSiteDocument, { body }, { idempotencyKey: key })
export const unschedule = (body: Decision, key: string) =>
  call(http.unscheduleSiteDocument, { body }, { idempotencyKey: key })
export const rollBack = (body: Decision & { revision: number }, key: string) =>
  call(http.rollBackSiteDocument, { body }, { idempotencyKey: key })

/** The sections of a layout as it was answered; none of what is no layout. */
export const sectionsOf = (content: DocumentShown['draft'] | undefined): Section[] =>
  layoutContent.safeParse(content).data?.sections ?? []

/** Where a site is shown: its primary host, on the port that this page came by; the main one says it itself. */
export const originQuery = ({ site_id: siteId, hosts }: SiteShown) =>
  queryOptions({
    queryKey: [SITES, siteId, 'origin', hosts],
    queryFn: async ({ signal }) => {
      const { protocol, port } = window.location
      const shown = hosts.filter((host) => host.is_user_site)
      const host = shown.find((one) => one.is_primary) ?? shown[0]
      if (host) return `${protocol}//${host.domain}${port === '' ? '' : `:${port}`}`
      return siteId === 'main' ? (await call(continentHttp.continent, {}, { signal })).origin : ''
    },
  })
