import { admin, person, start } from './harness.ts'

export const base = '/api/user/v1/assessment'
export const questions = (count: number, variations = 1) =>
  Array.from({ length: count }, (_, index) => ({
    id: `q${index}`,
    variations: Array.from({ length: variations }, (_, variation) => ({
      question: `question ${index}.${variation}`,
      choices: ['right', 'b', 'c', 'd'],
      correct_index: 0,
    })),
  }))
export const content = (count = 2, variations = 1) => ({
  texts: { th: { education: [{ title: 'อ่านก่อน', body: 'เนื้อหา' }], questions: questions(count, variations) } },
})

export type Session = {
  content_id: string
  questions_version: number
  language: string
  questions: { variation_index: number; question: string; choices: string[] }[]
}
type Content = { version: number; questions_version: number; counts_from: number }

export async function startAssessments() {
  const running = await start()
  const { call, grant, get } = running
  await grant('boss', 'assessment.write')
  await grant('boss', 'assessment.read')
  const post = (as: string, path: string, body: object, key?: string) =>
    call('POST', path, { as: person(as), body, ...(key === undefined ? {} : { key }) })
  const edit = (path: string, body: object) => post('boss', `${admin}/assessment/${path}`, body)
  const draft = async (content_key: string, what: object, version = 0) =>
    edit('content/set', { content_key, content: what, version })
  const publish = async (content_key: string, version: number, require_repass = false) =>
    edit('content/publish', { content_key, version, require_repass, note: 'because' })
  const publishNew = async (content_key = 'new_seller', what: object = content()) => {
    await draft(content_key, what)
    return (await publish(content_key, 1)).body as Content
  }
  const session = async (as: string, query = 'content_key=new_seller') =>
    (await call('GET', `${base}/content/session?${query}`, { as: person(as) })).body as Session
  const answersTo = (to: Session, choice: (choices: string[]) => number) =>
    to.questions.map(({ variation_index, choices }) => ({ variation_index, choice_index: choice(choices) }))
  const submit = (as: string, to: Session, more: object = {}, key?: string) =>
    post(
      as,
      `${base}/submission/submit`,
      {
        content_id: to.content_id,
        questions_version: to.questions_version,
        language: to.language,
        answers: answersTo(to, (choices) => choices.indexOf('right')),
        ...more,
      },
      key,
    )
  const fail = (as: string, to: Session) =>
    submit(as, to, { answers: answersTo(to, (choices) => choices.indexOf('b')) })
  const status = async (as: string) =>
    (await call('GET', `${base}/submission/status`, { as: person(as) })).body
  const passed = async (customer: string, key = 'new_seller') =>
    (await get('boss', `/assessment/passed?customer_id=join-${customer}&content_key=${key}`)).body
  return { ...running, post, edit, draft, publish, publishNew, session, submit, fail, status, passed }
}
