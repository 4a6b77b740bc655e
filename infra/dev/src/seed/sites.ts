import { listCollections } from '@talad/proto/http/asset-indexer/assets'
import { collectionAdminHttp as collections } from '@talad/proto/http/asset-indexer/collection-admin'
import { collectionSitesHttp } from '@talad/proto/http/asset-indexer/collection-sites-admin'
import { siteAdminHttp as http } from '@talad/proto/http/gateway/site-admin'
import type {
  DocumentName,
  LayoutContent,
  LookContent,
  PageContent,
} from '@talad/proto/http/gateway/site-document'
import { siteDocumentAdminHttp as documents } from '@talad/proto/http/gateway/site-document-admin'
import type { Run } from '../run-file.ts'
import { chiefOf, patiently } from './fees.ts'
import { type Call, visit } from './site.ts'
import { aboutOf, type DemoSite, demoSites, homeOf, lookOf } from './site-plan.ts'

const note = 'the demonstration'

/** Opens the sites of the demonstration beside the market, as an admin would. Safe to run again. */
export const openSites = (run: Run) => patiently('the sites are open', () => openThem(run))

async function siteIdOf(call: Call, { slug, name, domain }: DemoSite): Promise<string> {
  const { list } = await call(http.listSites, {})
  const found = list.find((site) => site.slug === slug)
  if (found) return found.site_id
  const hosts = [{ domain, is_admin_site: false, is_primary: true, gtm_id: null }]
  const body = { slug, name, offers: true, closed: false, hosts, note }
  return (await call(http.openSite, { body })).site_id
}

type Draft =
  | { kind: 'look'; content: LookContent }
  | { kind: 'layout'; content: LayoutContent }
  | { kind: 'page'; content: PageContent }

/** Publishes a document that nobody has published yet. */
async function show(call: Call, site_id: string, document: DocumentName, draft: Draft): Promise<void> {
  const about = { site_id, document }
  const found = await call(documents.pickSiteDocument, { query: about })
  if (found.published) return
  const saved = await call(documents.saveSiteDocument, {
    body: { ...draft, ...about, version: found.version },
  })
  await call(documents.publishSiteDocument, { body: { ...about, version: saved.version, at: null, note } })
}

/** Has a site show a collection (GW-5). */
async function showOn(call: Call, collection_id: string, site: string): Promise<void> {
  const { continents, version } = await call(collections.pickAdminCollection, { params: { collection_id } })
  if (continents.includes(site)) return
  const body = { collection_id, version, continents: [...continents, site], note }
  await call(collectionSitesHttp.setCollectionContinents, { body })
}

async function openThem(run: Run): Promise<void> {
  const { call } = await chiefOf(run)
  const { list } = await visit(run)(listCollections, { query: { ps: 100 } })
  for (const site of demoSites) {
    const id = await siteIdOf(call, site)
    const own = list.filter(({ slug }) => site.collections.includes(slug)).map(({ _id }) => _id)
    for (const one of own) await showOn(call, one, id)
    await show(call, id, 'look', { kind: 'look', content: lookOf(site) })
    await show(call, id, 'layout-home', { kind: 'layout', content: homeOf(site, own) })
    for (const language of ['th', 'en'] as const)
      await show(call, id, `page-about-${language}`, { kind: 'page', content: aboutOf(site, language) })
  }
}
