import { z } from 'zod'
import { isoTime } from '../common.ts'
import { base, endpoint } from '../contract.ts'
import { decidedVersion, decisionNote } from '../moderation/fees.ts'
import { documentName, layoutContent, lookContent, pageContent } from './site-document.ts'
import { siteId } from './site-names.ts'

const service = 'gateway'
const path = `${base.admin}/site/document`
const auth = { kind: 'admin', permission: 'layout.write' } as const

const of = {
  site_id: siteId.describe('id of the site'),
  document: documentName.describe('which of its documents'),
}
const version = decidedVersion.describe('the version that it was read at; 0: nothing was saved yet (AW-4)')
const content = z.union([lookContent, layoutContent, pageContent])
const decision = z.strictObject({ ...of, version, note: decisionNote })

/** A document as an editor sees it. */
export const documentShown = z.object({
  ...of,
  version: z.int().describe('grows with each change; to be sent back with the next one'),
  draft: content.nullable().describe('what is being worked on; null: nothing was saved yet'),
  published: z
    .object({
      revision: z.int().describe('counts what was published'),
      content: content.describe('what visitors see'),
      at: isoTime.describe('since when'),
      by: z.string().describe('who published it'),
    })
    .nullable()
    .describe('null: nothing was published yet'),
  scheduled: z
    .object({
      content: content.describe('what visitors will see'),
      due: isoTime.describe('from when'),
      by: z.string().describe('who scheduled it'),
    })
    .nullable()
    .describe('null: nothing waits'),
  history: z
    .array(
      z.object({
        revision: z.int().describe('to roll back to'),
        at: isoTime.describe('when it was published'),
        by: z.string().describe('by whom'),
      }),
    )
    .describe('what was published before, newest first, at most 10'),
  merged: z.boolean().describe('somebody else had saved other parts meanwhile: the draft holds both'),
})
export type DocumentShown = z.infer<typeof documentShown>

const errors = ['validation', 'site_not_found', 'version_conflict']

export const siteDocumentAdminHttp = {
  pickSiteDocument: endpoint({
    name: 'pickSiteDocument',
    service,
    method: 'GET',
    auth,
    path,
    summary: 'A document of a site: draft, what is published, what waits, what was published before (AW-13)',
    query: z.object(of),
    status: 200,
    response: documentShown,
    errors: ['validation', 'site_not_found'],
  }),
  saveSiteDocument: endpoint({
    name: 'saveSiteDocument',
    service,
    method: 'POST',
    auth,
    path: `${path}/save`,
    summary:
      'Save a draft; where others have saved other parts of it since, it holds both, and where the same ones a conflict is told (AW-13)',
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('look').describe('how the site looks'),
        ...of,
        version,
        content: lookContent.describe('the draft'),
      }),
      z.strictObject({
        kind: z.literal('layout').describe('what stands on a page of the app'),
        ...of,
        version,
        content: layoutContent.describe('the draft'),
      }),
      z.strictObject({
        kind: z.literal('page').describe('a page of words'),
        ...of,
        version,
        content: pageContent.describe('the draft'),
      }),
    ]),
    status: 200,
    response: documentShown,
    errors: [...errors, 'theme_unreadable'],
    idempotent: true,
  }),
  publishSiteDocument: endpoint({
    name: 'publishSiteDocument',
    service,
    method: 'POST',
    auth,
    path: `${path}/publish`,
    summary: 'Publish a draft, now or at a time; what waited before is dropped (GW-32)',
    body: decision.extend({ at: isoTime.nullable().describe('when; null: now') }),
    status: 200,
    response: documentShown,
    errors: [...errors, 'nothing_to_publish', 'not_ahead'],
    idempotent: true,
  }),
  unscheduleSiteDocument: endpoint({
    name: 'unscheduleSiteDocument',
    service,
    method: 'POST',
    auth,
    path: `${path}/unschedule`,
    summary: 'Drop what waits to be published',
    body: decision,
    status: 200,
    response: documentShown,
    errors,
    idempotent: true,
  }),
  rollBackSiteDocument: endpoint({
    name: 'rollBackSiteDocument',
    service,
    method: 'POST',
    auth,
    path: `${path}/rollback`,
    summary: 'Publish again what was published before; the draft stays (AW-13)',
    body: decision.extend({ revision: z.int().min(1).describe('one of the history') }),
    status: 200,
    response: documentShown,
    errors: [...errors, 'revision_not_found'],
    idempotent: true,
  }),
}
