import { SITE_TOPIC } from '@talad/market/sites'
import { SitePagePublishedSchema } from '@talad/proto/gateway/v1/site'
import { replica } from '@talad/shared/replica'

/** The newest revision of each page of words that a site has written itself. */
export const sitePages = replica({
  name: 'site_page',
  tables: ['site_page_replica'],
  topic: SITE_TOPIC,
  group: 'identity.site-page',
  event: SitePagePublishedSchema,
  key: ['site_id', 'page', 'language'],
  revision: 'revision',
  columns: ({ siteId: site_id, page, language, revision }) => ({ site_id, page, language, revision }),
})
