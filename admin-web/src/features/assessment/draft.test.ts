import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { expect, test } from 'vitest'
import { differences } from './difference.ts'
import { isSame, moved, newQuestion, readDraft, toDraft, withoutChoice } from './draft.ts'

const content: AssessmentContent = {
  pass_percentage: 80,
  texts: {
    th: {
      education: [{ title: 'กุญแจ', body: 'อย่าบอกใคร', image: null }],
      questions: [
        { id: 'q1', variations: [{ question: 'บอกใครได้', choices: ['ไม่บอกใคร', 'ผู้ขาย'], correct_index: 0 }] },
      ],
    },
  },
}

test('AW-12 what is published can be changed and comes out as it went in', () => {
  const draft = toDraft(content)
  expect(readDraft(draft)).toEqual({ content })
  expect(isSame(draft, toDraft(content))).toBe(true)
  expect(isSame({ ...draft, percentage: '81' }, draft)).toBe(false)
})

test('AW-12 the right choice has to be marked, and each empty field is named', () => {
  const empty = readDraft(toDraft(null))
  if (!('faults' in empty)) throw new Error('an empty form was accepted')
  const first = 'texts.th.questions.0.variations.0'
  expect(empty.faults.get(`${first}.correct_index`)).toBe('unmarked')
  for (const field of [`${first}.question`, `${first}.choices.0`, 'texts.th.education.0.title'])
    expect(empty.faults.get(field)).toBe('wrong')
  const draft = toDraft(content)
  const faultsOf = (percentage: string) => {
    const read = readDraft({ ...draft, percentage })
    return 'faults' in read ? [...read.faults.keys()] : []
  }
  for (const percentage of ['', '0', '101', 'x']) expect(faultsOf(percentage)).toEqual(['pass_percentage'])
})

test('the mark stays with its choice when another one goes', () => {
  const variation = { key: '', question: '', choices: ['a', 'b', 'c'].map((text) => ({ key: text, text })) }
  const left = (correct: number | undefined, at: number) =>
    withoutChoice({ ...variation, correct }, at).correct
  expect([left(2, 0), left(0, 2), left(1, 1), left(undefined, 0)]).toEqual([1, 0, undefined, undefined])
})

test('a new question gets an id that is free, and items are moved by one place', () => {
  const [one] = toDraft(content).texts.th.questions
  if (!one) throw new Error('no question')
  expect(newQuestion([{ ...one, id: 'q2' }]).id).toBe('q3')
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
})

test('AW-12 a draft is shown beside what is published: what came, what went and what was changed', () => {
  const { th } = content.texts
  const [question] = th.questions
  const next: AssessmentContent = {
    pass_percentage: 100,
    texts: {
      th: { education: [], questions: th.questions },
      en: { education: [], questions: question ? [question] : [] },
    },
  }
  expect(differences(null, null)).toEqual([])
  expect(differences(content, content)).toEqual([])
  expect(differences(content, next)).toEqual([
    { where: ['percentage'], before: '80', after: '100' },
    { where: ['th', 'page', '1'], before: 'กุญแจ\nอย่าบอกใคร', after: undefined },
    { where: ['en', 'question', 'q1', '1'], before: undefined, after: 'บอกใครได้\n✓ ไม่บอกใคร\n– ผู้ขาย' },
  ])
})
