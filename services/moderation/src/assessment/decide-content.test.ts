import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { decider } from '@talad/shared/testing/decider'
import { expect, test } from 'vitest'
import { evolve, nothing } from './content-state.ts'
import { type ContentCommand, decideContent } from './decide-content.ts'

const { given } = decider({ initial: nothing, evolve, decide: decideContent })
const now = new Date('2026-11-23T00:00:00Z')
const content = (title: string): AssessmentContent => ({
  pass_percentage: 80,
  texts: { th: { education: [{ title, body: 'Read this', image: null }], questions: [] } },
})
let calls = 0
const call = (version: number) => ({ id: `call-${calls++}`, by: 'join-a', version, now })
const draft = (version: number, title = 'first'): ContentCommand => ({
  type: 'Draft',
  contentId: `content-${title}`,
  ...call(version),
  content: content(title),
})
const publish = (version: number, requireRepass = false): ContentCommand => ({
  type: 'Publish',
  requireRepass,
  note: 'clearer',
  ...call(version),
})

test('MO-27 what is published is the draft, asked from then on; old passes count unless they are asked to pass again', () => {
  given().when(publish(0)).rejects('NOTHING_TO_PUBLISH')
  const first = given(draft(0), draft(1, 'second'))
  expect(first.state).toMatchObject({ version: 2, contentId: 'content-first', questionsVersion: 0 })
  expect(first.state.published).toBeUndefined()
  expect(first.when(publish(2)).events()).toMatchObject([
    { data: { questionsVersion: 1, countsFrom: 1, note: 'clearer', by: 'join-a', at: now } },
  ])
  const kept = given(draft(0), publish(1), draft(2, 'second'), publish(3))
  expect(kept.state).toMatchObject({ questionsVersion: 2, countsFrom: 1, published: content('second') })
  expect(kept.when(publish(4, true)).events()).toMatchObject([
    { data: { questionsVersion: 3, countsFrom: 3 } },
  ])
})

test('AW-4 AW-12 what was written on an older version is refused with who came first', () => {
  given()
    .when(draft(1))
    .rejects('VERSION_CONFLICT', { field: 'version', details: { version: 0 } })
  const command = draft(0)
  given(command)
    .when(draft(0))
    .rejects('VERSION_CONFLICT', {
      field: 'version',
      details: { version: 1, by: 'join-a', at: now.toISOString() },
    })
})
