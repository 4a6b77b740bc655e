import type { ContentKey } from '@talad/proto/http/moderation/assessment'
import { type ContentState, assessmentAdminHttp as http } from '@talad/proto/http/moderation/assessment-admin'
import { decide } from '@talad/shared/decision'
import { type App, signedIn } from '@talad/shared/http/app'
import type { Actor } from '@talad/shared/http/auth'
import { Rejection } from '@talad/shared/rejection'
import { load } from '@talad/shared/stream'
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

  app.route(http.setAssessmentContent, ({ body, ...call }) => {
    const { content_key: key, content, version } = body
    const { id } = call.attempt
    const by = nameOf(signedIn(call.actor))
    return decide(deps, contents, key, {
      call,
      action: 'assessment.draft',
      target: { kind: 'assessment', id: key },
      command: ({ now }) => ({ type: 'Draft', id, contentId: id, content, version, by, now }),
      answer: ({ state }) => toState(key, state),
    })
  })

  app.route(http.publishAssessmentContent, ({ body, ...call }) => {
    const { content_key: key, require_repass: requireRepass, version, note } = body
    const { id } = call.attempt
    const by = nameOf(signedIn(call.actor))
    return decide(deps, contents, key, {
      call,
      action: 'assessment.publish',
      target: { kind: 'assessment', id: key },
      note,
      command: ({ now }) => ({ type: 'Publish', id, requireRepass, version, note, by, now }),
      answer: ({ state }) => toState(key, state),
    })
  })
}

/** The calls by which admins look at assessments, and count somebody as having passed (MO-30). */
export function assessmentAdminRoutes(app: App, deps: Deps): void {
  contentRoutes(app, deps)

  app.route(http.listAssessmentSubmissions, ({ query }) => submissions(deps.db, query))

  app.route(http.listAssessmentPasses, ({ query }) => passList(deps.db, query))

  app.route(http.assessmentPassed, ({ query }) => passedOf(deps.db, query.customer_id, query.content_key))

  app.route(http.passAssessment, ({ body, ...call }) => {
    const { customer_id: customerId, content_key: key, note } = body
    const by = nameOf(signedIn(call.actor))
    return decide(deps, passes, passId(key, customerId), {
      call,
      action: 'assessment.pass',
      target: { kind: 'customer', id: customerId },
      note,
      command: async ({ tx, now }) => {
        const { questionsVersion } = (await load(tx, contents, key)).state
        if (questionsVersion === 0) throw new Rejection('CONTENT_NOT_FOUND', { field: 'content_key' })
        return { type: 'Pass', questionsVersion, submissionId: null, by, now }
      },
      answer: (_, { tx }) => passedOf(tx, customerId, key),
    })
  })
}
