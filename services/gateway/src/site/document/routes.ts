import type { DocumentName } from '@talad/proto/http/gateway/site-document'
import {
  type DocumentShown,
  siteDocumentAdminHttp as http,
} from '@talad/proto/http/gateway/site-document-admin'
import { MAIN_SITE } from '@talad/shared/context'
import type { Tx } from '@talad/shared/db'
import { type AdminCall, decide } from '@talad/shared/decision'
import { type App, customer } from '@talad/shared/http/app'
import { lockKey } from '@talad/shared/lock-key'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../../deps.ts'
import { kindOf, layouts, looks, pages } from '../documents.ts'
import { requireReadable } from '../theme.ts'
import type { DocumentCommand } from './decide.ts'
import { draftAt } from './draft-at.ts'
import type { Document } from './events.ts'
import { isSame } from './same.ts'
import { type DocumentStream, documentId } from './stream.ts'

type About = { site_id: string; document: DocumentName }
type Content = NonNullable<DocumentShown['draft']>
type Left = { state: Document<Content>; version: number }

/** The stream of a document, as one of which only its name says what it holds: the contract's door has parsed it. */
function streamOf(document: DocumentName): DocumentStream<Content> {
  return { look: looks, layout: layouts, page: pages }[kindOf(document)]
    .of as unknown as DocumentStream<Content>
}

function shown({ site_id, document }: About, { state, version }: Left, merged = false): DocumentShown {
  const { draft, published, scheduled } = state
  const [now, ...before] = published
  const entry = ({ revision, at, by }: (typeof published)[number]) => ({ revision, at: at.toISOString(), by })
  return {
    site_id,
    document,
    version,
    draft,
    published: now ? { ...entry(now), content: now.content } : null,
    scheduled: scheduled && {
      content: scheduled.content,
      due: scheduled.due.toISOString(),
      by: scheduled.by,
    },
    history: before.map(entry),
    merged,
  }
}

async function requireSite(tx: Pick<Tx, 'query'>, siteId: string): Promise<void> {
  if (siteId === MAIN_SITE) return
  const { rows } = await tx.query('select 1 from site where id = $1', [siteId])
  if (rows.length === 0) throw new Rejection('SITE_NOT_FOUND', { field: 'site_id' })
}

/** AW-13: what sites show, as drafts, published, put off and taken back. */
export function documentRoutes(app: App, deps: Deps): void {
  const { db, sites } = deps

  app.route(http.pickSiteDocument, async ({ query }) => {
    await requireSite(db, query.site_id)
    return shown(query, await load(db, streamOf(query.document), documentId(query.site_id, query.document)))
  })

  app.route(http.saveSiteDocument, async ({ actor, attempt, body }) => {
    const { site_id, document, version, content } = body
    if (kindOf(document) !== body.kind) throw new Rejection('VALIDATION', { field: 'document' })
    if (body.kind === 'look') requireReadable(body.content)
    const { customerId: by } = customer(actor)
    const of = streamOf(document)
    const id = documentId(site_id, document)
    return transact(deps, async (tx) => {
      await requireSite(tx, site_id)
      await lockKey(tx, `${of.name}-${id}`)
      const found = await load(tx, of, id)
      // whose answer was lost asks again, and finds it saved
      if (attempt.again && isSame(content, found.state.draft)) return attempt.keep(tx, shown(body, found))
      const base = await draftAt(tx, of, id, version)
      const command = { type: 'Save' as const, content, base, version, by, now: deps.now() }
      const left = await changeIn(tx, of, id, command, deps.now())
      return attempt.keep(tx, shown(body, left, !isSame(content, left.state.draft)))
    })
  })

  async function decided(
    call: AdminCall & { body: About & { note: string; version: number } },
    verb: 'publish' | 'schedule' | 'unschedule' | 'rollback',
    command: (made: { by: string; now: Date; version: number }) => DocumentCommand<Content>,
  ): Promise<DocumentShown> {
    const { site_id, document, note, version } = call.body
    const by = customer(call.actor).customerId
    const answer = await decide(deps, streamOf(document), documentId(site_id, document), {
      call,
      action: `site.${verb}`,
      note,
      lock: (tx) => requireSite(tx, site_id),
      command: ({ now }) => command({ by, now, version }),
      answer: (left) => shown(call.body, left),
    })
    await sites.refresh(db)
    return answer
  }

  app.route(http.publishSiteDocument, (call) => {
    const at = call.body.at === null ? null : new Date(call.body.at)
    return decided(call, at ? 'schedule' : 'publish', (made) => ({ type: 'Publish', at, ...made }))
  })
  app.route(http.unscheduleSiteDocument, (call) =>
    decided(call, 'unschedule', (made) => ({ type: 'Unschedule', ...made })),
  )
  app.route(http.rollBackSiteDocument, (call) => {
    const { revision } = call.body
    return decided(call, 'rollback', (made) => ({ type: 'RollBack', revision, ...made }))
  })
}
