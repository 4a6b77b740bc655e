import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { SitePagePublishedSchema } from '@talad/proto/gateway/v1/site'
import {
  type DocumentName,
  layoutContent,
  lookContent,
  pageContent,
} from '@talad/proto/http/gateway/site-document'
import { outgoing } from '@talad/shared/bus/port'
import { SITE_TOPIC } from '../../manifest.ts'
import { mergeFields, mergeSections } from './document/merge.ts'
import { documentStream, splitId } from './document/stream.ts'

/** How sites look. */
export const looks = documentStream('look', lookContent, mergeFields)
/** What stands on pages of the app (GW-32). */
export const layouts = documentStream('layout', layoutContent, mergeSections)
/** Pages of words, one stream for each language: services hear which revisions there are, as consent names them (ID-42). */
export const pages = documentStream('page', pageContent, mergeFields, ({ id, event: { type, data } }) => {
  const { siteId, document } = splitId(id)
  const [, page = '', language = ''] = document.split('-')
  if (type !== 'Published') return []
  const message = { siteId, page, language, revision: data.revision, at: timestampFromDate(data.at) }
  return [outgoing(SITE_TOPIC, id, SitePagePublishedSchema, message)]
})

export type DocumentKind = 'look' | 'layout' | 'page'

export function kindOf(document: DocumentName): DocumentKind {
  if (document === 'look') return 'look'
  return document.startsWith('layout-') ? 'layout' : 'page'
}
