import {
  type DocumentName,
  layoutContent,
  lookContent,
  pageContent,
} from '@talad/proto/http/gateway/site-document'
import { mergeFields, mergeSections } from './document/merge.ts'
import { documentStream } from './document/stream.ts'

/** How sites look. */
export const looks = documentStream('look', lookContent, mergeFields)
/** What stands on pages of the app (GW-32). */
export const layouts = documentStream('layout', layoutContent, mergeSections)
/** Pages of words, one stream for each language. */
export const pages = documentStream('page', pageContent, mergeFields)

export type DocumentKind = 'look' | 'layout' | 'page'

export function kindOf(document: DocumentName): DocumentKind {
  if (document === 'look') return 'look'
  return document.startsWith('layout-') ? 'layout' : 'page'
}
