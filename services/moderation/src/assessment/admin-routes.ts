import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { type ContentState, assessmentAdminHttp as http } from '@talad/proto/http/moderation/assessment-admin'
import { audit } from '@talad/shared/audit'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { changeIn, load, transact } from '@talad/shared/stream'
import type { Deps } from '../deps.ts'
import { contents } from './content.ts'
import type { Content } from './content-state.ts'
import { passes, passId } from './pass.ts'
import { passList } from './pass-list.ts'
import { passedOf } from './status.ts'
import { submissions } from './submissions.ts'

const toState = (key: ContentKey, content: Content): ContentState => ({
  content_id: content.contentId ?? null,
  content_key: key,
  version: content.version,
  draft: content.draft ?? null,
  published: content.published ?? null,
  questions_version: content.questionsVersion,
  counts_from: content.countsFrom,
})

const nameOf = ({ customerId, accountId }: Actor) => customerId ?? accountId

/** The calls by which admins write assessments (MO-20, MO-27, AW-12). */
function contentRoutes(app: App, deps: Deps): void {
  app.route(http.getAssessmentContent, async ({ query: { content_key: key } }) =>
    toState(key, (await load(deps.db, contents, key)).state),
  )

  app.route(http.setAssessmentContent, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { content_key: key, content, version } = body
    const now = deps.now()
    const command = {
      type: 'Draft' as const,
      id: attempt.id,
      contentId: attempt.id,
      content,
      version,
      by: nameOf(by),
      now,
    }
    return transact(deps, async (tx) => {
      const { before, state, events } = await changeIn(tx, contents, key, command, now)
      if (events.length > 0)
        await audit(tx, {
          actor: by,
          action: 'assessment.draft',
          target: { kind: 'assessment', id: key },
          now,
          before: before.draft,
          after: state.draft,
          requestId: request.id,
          id: attempt.id,
        })
      return attempt.keep(tx, toState(key, state))
    })
  })

  app.route(http.publishAssessmentContent, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { content_key: key, require_repass: requireRepass, version, note } = body
    const now = deps.now()
    const command = {
      type: 'Publish' as const,
      id: attempt.id,
      requireRepass,
      version,
      note,
      by: nameOf(by),
      now,
    }
    return transact(deps, async (tx) => {
      const { before, state, events } = await changeIn(tx, contents, key, command, now)
      if (events.length > 0)
        await audit(tx, {
          actor: by,
          action: 'assessment.publish',
          target: { kind: 'assessment', id: key },
          note,
          now,
          before: before.published,
          after: state.published,
          requestId: request.id,
          id: attempt.id,
        })
      return attempt.keep(tx, toState(key, state))
    })
  })
}

/** The calls by which admins look at assessments, and count somebody as having passed (MO-30). */
export function assessmentAdminRoutes(app: App, deps: Deps): void {
  contentRoutes(app, deps)

  app.route(http.listAssessmentSubmissions, ({ query }) => submissions(deps.db, query))

  app.route(http.listAssessmentPasses, ({ query }) => passList(deps.db, query))

  app.route(http.assessmentPassed, ({ query }) => passedOf(deps.db, query.customer_id, query.content_key))

  app.route(http.passAssessment, async ({ body, actor, attempt, request }) => {
    const by = signedIn(actor)
    const { customer_id: customerId, content_key: key, note } = body
    const now = deps.now()
    return transact(deps, async (tx) => {
      const { questionsVersion } = (await load(tx, contents, key)).state
      if (questionsVersion === 0) throw new Rejection('CONTENT_NOT_FOUND', { field: 'content_key' })
      const command = { type: 'Pass' as const, questionsVersion, submissionId: null, by: nameOf(by), now }
      const { before, state, events } = await changeIn(tx, passes, passId(key, customerId), command, now)
      if (events.length > 0)
        await audit(tx, {
          actor: by,
          action: 'assessment.pass',
          target: { kind: 'customer', id: customerId },
          note,
          now,
          before,
          after: state,
          requestId: request.id,
          id: attempt.id,
        })
      return attempt.keep(tx, await passedOf(tx, customerId, key))
    })
  })
}
