import { expect, test } from 'vitest'
import { standingText } from './words.ts'

test('AW-12 what was never published is not called published', () => {
  const content = { pass_percentage: 100, texts: { th: { education: [], questions: [] } } }
  const other = { ...content, pass_percentage: 50 }
  expect(standingText({ draft: null, published: null })).toBe('assessment.never')
  expect(standingText({ draft: content, published: null })).toBe('assessment.unpublished')
  expect(standingText({ draft: content, published: other })).toBe('assessment.unpublished')
  expect(standingText({ draft: content, published: { ...content } })).toBe('assessment.asPublished')
})
