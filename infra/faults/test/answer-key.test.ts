import { fieldsOf } from '@talad/calls/fields'
import { everyEndpoint } from '@talad/gateway/routes/table'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { expect, test } from 'vitest'

const KEY = 'correct_index'

test('B29 no answer but those of admins has a place for which choice is right', () => {
  const telling = everyEndpoint.filter(({ response }) => fieldsOf(response, 'output').includes(KEY))
  expect(telling.map(({ name }) => name)).toContain(assessmentAdminHttp.getAssessmentContent.name)
  expect(telling.filter(({ auth }) => auth.kind !== 'admin').map(({ name }) => name)).toEqual([])
})
