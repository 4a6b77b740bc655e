import { assessmentHttp as http } from '@talad/proto/http/moderation/assessment'
import { type App, customer } from '@talad/shared/http/app'
import type { Deps } from '../deps.ts'
import { sessionFor } from './session.ts'
import { statusOf } from './status.ts'
import { submitAnswers } from './submit.ts'

/** The calls by which customers take assessments; what they passed belongs to the customer id. */
export function assessmentRoutes(app: App, deps: Deps): void {
  app.route(http.assessmentSession, ({ actor, query: { content_key: key, language } }) =>
    sessionFor(deps, { customerId: customer(actor).customerId, key, language }),
  )

  app.route(http.submitAssessment, ({ actor, body, attempt }) => {
    const { content_id: contentId, questions_version: questionsVersion, answers } = body
    const { customerId } = customer(actor)
    return submitAnswers(deps, { customerId, contentId, questionsVersion, answers }, attempt)
  })

  app.route(http.assessmentStatus, ({ actor }) => statusOf(deps.db, customer(actor).customerId))
}
