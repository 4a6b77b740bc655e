import { continentHttp } from '@talad/proto/http/gateway/continent'
import { layoutHttp } from '@talad/proto/http/gateway/layout'
import { siteAdminHttp as http } from '@talad/proto/http/gateway/site-admin'
import type { LayoutContent, PageContent } from '@talad/proto/http/gateway/site-document'
import { siteDocumentAdminHttp as documents } from '@talad/proto/http/gateway/site-document-admin'
import { type Row, row } from './row.ts'
import { note, type World } from './world.ts'

const both = (text: string) => ({ th: text, en: text })
const HOME = 'layout-home'

function termsOf({ next }: World) {
  const slug = `site_${next()}`
  const host = {
    domain: `${slug.replace('_', '-')}.localhost`,
    is_admin_site: false,
    is_primary: true,
    gtm_id: null,
  }
  return { slug, name: both('ร้านวัดดอน'), offers: true, closed: false, hosts: [host] }
}

const home: LayoutContent = {
  sections: [
    {
      id: 'new',
      kind: 'card-slider',
      content: { title: both('New works') },
      source: 'assets',
      asset_ids: [],
      collection_ids: [],
      quantity: 5,
    },
  ],
}
const contact: PageContent = {
  title: 'Contact',
  html: [{ tag: 'p', children: [{ tag: 'text', text: 'Write to the temple’s office.' }] }],
}

async function opened(world: World) {
  const { call } = await world.chief()
  return call(http.openSite, { body: { ...termsOf(world), note } })
}

/** A site whose home is saved, and so often published. */
async function drafted(world: World, published = 0) {
  const { call } = await world.chief()
  const { site_id } = await opened(world)
  const about = { site_id, document: HOME } as const
  const content = { ...home }
  let { version } = await call(documents.saveSiteDocument, {
    body: { kind: 'layout', ...about, version: 0, content },
  })
  for (let times = 0; times < published; times += 1)
    ({ version } = await call(documents.publishSiteDocument, { body: { ...about, version, at: null, note } }))
  return { ...about, version }
}

/** The page of the main site, which answers where the calls are sent to. */
const contactOfMain = (world: World) =>
  world.once('contact', async () => {
    const { call } = await world.chief()
    const about = { site_id: 'main', document: 'page-contact-en' } as const
    const { version } = await call(documents.saveSiteDocument, {
      body: { kind: 'page', ...about, version: 0, content: contact },
    })
    return call(documents.publishSiteDocument, { body: { ...about, version, at: null, note } })
  })

export const rows: readonly Row[] = [
  row(continentHttp.continent, {}),
  row(layoutHttp.layout, async (world) => {
    const { site_id } = await drafted(world, 1)
    return { query: { continentIdOrSlug: site_id } }
  }),
  row(layoutHttp.sitePage, async (world) => {
    await contactOfMain(world)
    return { params: { page: 'contact' as const }, query: { language: 'en' as const } }
  }),
  row(http.listSites, {}),
  row(http.openSite, (world) => ({ body: { ...termsOf(world), note } })),
  row(http.setSite, async (world) => {
    const { site_id, version } = await opened(world)
    return { body: { ...termsOf(world), site_id, version, note } }
  }),
  row(documents.pickSiteDocument, async (world) => {
    const { site_id, document } = await drafted(world)
    return { query: { site_id, document } }
  }),
  row(documents.saveSiteDocument, async (world) => {
    const { site_id } = await opened(world)
    const body = { kind: 'layout' as const, site_id, document: HOME, version: 0, content: home } as const
    return { body, other: { body: { ...body, content: { sections: [] } } } }
  }),
  row(documents.publishSiteDocument, async (world) => ({
    body: { ...(await drafted(world)), at: null, note },
  })),
  row(documents.unscheduleSiteDocument, async (world) => {
    const { call } = await world.chief()
    const at = new Date(Date.now() + 86_400_000).toISOString()
    const about = await drafted(world)
    const { version } = await call(documents.publishSiteDocument, { body: { ...about, at, note } })
    return { body: { ...about, version, note } }
  }),
  row(documents.rollBackSiteDocument, async (world) => ({
    body: { ...(await drafted(world, 2)), revision: 1, note },
  })),
]
