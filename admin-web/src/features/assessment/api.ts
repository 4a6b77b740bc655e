import { type ContentKey, contentKeys } from '@talad/proto/http/moderation/assessment'
import {
  type AssessmentContent,
  type AssessmentPass,
  assessmentAdminHttp as http,
  type Submission,
} from '@talad/proto/http/moderation/assessment-admin'
import { call } from '@talad/ui/client/call'
import { queryOptions } from '@tanstack/react-query'
import { fromIndexed, indexOf, oneOf } from '../../lib/pages.ts'
import type { ListSource } from '../../ui/data-table/column.ts'

/** Begins the keys of everything that is read of assessments. */
export const ASSESSMENTS = 'assessments'

export const contentQuery = (key: ContentKey) =>
  queryOptions({
    queryKey: [ASSESSMENTS, 'content', key],
    queryFn: ({ signal }) => call(http.getAssessmentContent, { query: { content_key: key } }, { signal }),
    refetchOnWindowFocus: false,
  })

type OfKey = { content_key: ContentKey; version: number }

export const saveDraft = (draft: OfKey & { content: AssessmentContent }, key: string) =>
  call(http.setAssessmentContent, { body: draft }, { idempotencyKey: key })

export const publishDraft = (about: OfKey & { require_repass: boolean; note: string }, key: string) =>
  call(http.publishAssessmentContent, { body: about }, { idempotencyKey: key })

export const submissionSource: ListSource<Submission> = {
  key: ASSESSMENTS,
  read: async ({ search, at, size }, signal) => {
    const query = {
      customer_id: search.customer,
      content_key: oneOf(contentKeys, search.key),
      passed: oneOf(['1', '0'], search.passed),
      ps: size,
      pi: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed(await call(http.listAssessmentSubmissions, { query }, { signal }))
  },
}

/** null: there is no such submission */
export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: [ASSESSMENTS, 'submission', id],
    queryFn: async ({ signal }) =>
      (await call(http.listAssessmentSubmissions, { query: { id } }, { signal })).list[0] ?? null,
  })

export const passSource: ListSource<AssessmentPass> = {
  key: ASSESSMENTS,
  read: async ({ search, at, size }, signal) => {
    const query = {
      customer_id: search.customer,
      content_key: oneOf(contentKeys, search.key),
      ps: size,
      pi: indexOf(at),
      count: '1' as const,
    }
    return fromIndexed(await call(http.listAssessmentPasses, { query }, { signal }))
  },
}

type Pass = { customer_id: string; content_key: ContentKey; note: string }

export const passByHand = (pass: Pass, key: string) =>
  call(http.passAssessment, { body: pass }, { idempotencyKey: key })
