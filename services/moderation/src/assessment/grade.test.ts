import { expect, test } from 'vitest'
import { grade, type Issued, issue } from './grade.ts'

const text = (questions: number, variations = 1) => ({
  education: [],
  questions: Array.from({ length: questions }, (_, index) => ({
    id: `q${index}`,
    variations: Array.from({ length: variations }, (_, variation) => ({
      question: `q${index}v${variation}`,
      choices: ['right', 'b', 'c', 'd'],
      correct_index: 0,
    })),
  })),
})
/** The same numbers in the same order for each run. */
const seeded = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * below)
}
const right = (issued: readonly Issued[]) =>
  issued.map(({ variation_index, correct_index }) => ({ variation_index, choice_index: correct_index }))
const wrong = (issued: readonly Issued[]) =>
  issued.map(({ variation_index, correct_index }) => ({
    variation_index,
    choice_index: (correct_index + 1) % 4,
  }))

test('MO-21 each question is asked once, in a variation that was not seen as long as there is one, and all is shuffled', () => {
  const orders = new Set<string>()
  for (let seed = 1; seed <= 200; seed++) {
    const issued = issue(text(3, 2), new Set(['q0:0', 'q1:1', 'q2:0', 'q2:1']), seeded(seed))
    const by = new Map(issued.map((one) => [one.question_id, one]))
    expect([...by.keys()].sort()).toEqual(['q0', 'q1', 'q2'])
    expect([by.get('q0')?.variation_index, by.get('q1')?.variation_index]).toEqual([1, 0])
    for (const { choices, correct_index } of issued) {
      expect(choices.toSorted()).toEqual(['b', 'c', 'd', 'right'])
      expect(choices[correct_index]).toBe('right')
    }
    orders.add(issued.map(({ question_id, correct_index }) => `${question_id}${correct_index}`).join())
  }
  expect(orders.size).toBeGreaterThan(50)
})

test('B29 what is issued is the same whichever choice is right, but for the place of the right one', () => {
  const shownOf = (correct_index: number) => {
    const { education, questions } = text(3, 2)
    const keyed = questions.map(({ id, variations }) => ({
      id,
      variations: variations.map((variation) => ({ ...variation, correct_index })),
    }))
    const issued = issue({ education, questions: keyed }, new Set(['q0:0']), seeded(11))
    return issued.map(({ correct_index: _, ...shown }) => shown)
  }
  for (const correct_index of [1, 2, 3]) expect(shownOf(correct_index)).toEqual(shownOf(0))
})

test('MO-23 each message has one cause', () => {
  const issued = issue(text(3, 2), new Set(), seeded(7))
  const good = right(issued)
  const refuses = (answers: typeof good, code: string, field: string) =>
    expect(() => grade(issued, answers, 100)).toThrow(expect.objectContaining({ code, field }))
  refuses(good.slice(1), 'NOT_ALL_QUESTIONS_ANSWERED', 'answers')
  refuses([...good, ...good.slice(1)], 'NOT_ALL_QUESTIONS_ANSWERED', 'answers')
  refuses(
    good.map((one, at) => (at === 1 ? { ...one, variation_index: 1 - one.variation_index } : one)),
    'INVALID_QUESTION_ORDER',
    'answers.1.variation_index',
  )
  for (const choice_index of [-1, 4])
    refuses(
      good.map((one, at) => (at === 2 ? { ...one, choice_index } : one)),
      'INVALID_CHOICE_INDEX',
      'answers.2.choice_index',
    )
})

test('MO-24 the percentage has two decimals, and one passes at the percentage of the content or above', () => {
  const issued = issue(text(3), new Set(), seeded(3))
  const two = [...right(issued).slice(0, 2), ...wrong(issued).slice(2)]
  expect(grade(issued, right(issued), 100)).toEqual({
    grading: { score: 3, total: 3, percentage: 100 },
    passed: true,
  })
  expect(grade(issued, two, 100)).toEqual({
    grading: { score: 2, total: 3, percentage: 66.67 },
    passed: false,
  })
  expect(grade(issued, two, 66).passed).toBe(true)
  // exactly, not as it is rounded
  expect(grade(issued, two, 66.67).passed).toBe(false)
  expect(grade(issued, wrong(issued), 1).grading).toEqual({ score: 0, total: 3, percentage: 0 })
})
