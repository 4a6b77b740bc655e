import { fromBinary } from '@bufbuild/protobuf'
import { AssessmentChangedSchema } from '@talad/proto/moderation/v1/events'
import { until } from '@talad/shared/testing/wait'
import { expect, onTestFinished, test } from 'vitest'
import { base, content, questions, type Session, startAssessments } from './assessment-harness.ts'
import { admin, person } from './harness.ts'

test('MO-20 a content has questions with variations and 2 to 6 choices; without correct_index the first is right; drafts are for their authors', async () => {
  const { draft, publish, get, session, submit, call } = await startAssessments()
  const one = (more: object) => ({
    texts: {
      th: {
        education: [],
        questions: [{ id: 'q', variations: [{ question: '?', choices: ['a', 'b'], ...more }] }],
      },
    },
  })
  for (const bad of [
    { choices: ['a'] },
    { choices: [...'abcdefg'] },
    { correct_index: 2 },
    { question: ' ' },
  ])
    expect(await draft('new_seller', one(bad)), JSON.stringify(bad)).toMatchObject({ status: 400 })
  expect((await draft('new_seller', { texts: { en: one({}).texts.th } })).status).toBe(400) // MO-28
  expect(await draft('new_seller', one({}))).toMatchObject({
    status: 200,
    body: { version: 1, published: null },
  })
  expect(
    (await call('GET', `${base}/content/session?content_key=new_seller`, { as: person('mali') })).status,
  ).toBe(404)
  expect(await draft('new_seller', one({}))).toMatchObject({
    status: 409,
    body: { code: 'version_conflict' },
  })
  await publish('new_seller', 1)
  expect((await get('boss', '/assessment/content?content_key=new_seller')).body).toMatchObject({
    published: { texts: { th: { questions: [{ variations: [{ correct_index: 0 }] }] } } },
  })
  const asked = await session('mali')
  const first = asked.questions[0]?.choices.indexOf('a')
  expect(
    (await submit('mali', asked, { answers: [{ variation_index: 0, choice_index: first }] })).body,
  ).toMatchObject({
    passed: true,
  })
  expect(await publish('new_buyer', 0)).toMatchObject({ status: 409, body: { code: 'nothing_to_publish' } })
  expect((await get('mali', '/assessment/content?content_key=new_seller')).status).toBe(403)
})

test('MO-22 a session, which never tells what is right, stays until it is answered wrongly, ends or there is a new version', async () => {
  const { publishNew, session, fail, draft, publish, db } = await startAssessments()
  await publishNew('new_seller', content(4, 2))
  const first = await session('mali')
  expect(JSON.stringify(first)).not.toContain('correct')
  expect(Object.keys(first.questions[0] ?? {}).sort()).toEqual(['choices', 'question', 'variation_index'])
  const all = await Promise.all(Array.from({ length: 10 }, () => session('mali')))
  for (const one of all) expect(one).toEqual(first)
  await fail('mali', first)
  const second = await session('mali')
  // of each question the other variation
  const variations = ({ questions }: Session) =>
    new Map(questions.map((one) => [one.question.split('.')[0], one]))
  for (const [name, { variation_index }] of variations(first))
    expect(variations(second).get(name)?.variation_index).toBe(1 - variation_index)
  await db.query(`update assessment_session set expires_at = now() - interval '1 second'`)
  const { rows } = await db.query('select expires_at from assessment_session')
  await session('mali')
  expect((await db.query('select expires_at from assessment_session')).rows).not.toEqual(rows)
  await draft('new_seller', content(3), 2)
  await publish('new_seller', 3)
  expect(await session('mali')).toMatchObject({ questions_version: 2 })
})

test('MO-23 a submission is refused for one reason at a time, and the session lives on', async () => {
  const { publishNew, session, submit } = await startAssessments()
  await publishNew()
  const asked = await session('mali')
  const code = async (more: object, as = 'mali') => {
    const { status, body } = await submit(as, asked, more)
    return [status, (body as { code: string }).code]
  }
  expect(await code({}, 'chai')).toEqual([404, 'session_not_loaded'])
  expect(await code({ content_id: '0'.repeat(24) })).toEqual([404, 'session_not_loaded'])
  expect(await code({ questions_version: 9 })).toEqual([409, 'questions_not_loaded'])
  expect(await code({ answers: [] })).toEqual([400, 'not_all_questions_answered'])
  const answer = { variation_index: 0, choice_index: 0 }
  expect(await code({ answers: [answer, { ...answer, variation_index: 1 }] })).toEqual([
    400,
    'invalid_question_order',
  ])
  expect(await code({ answers: [answer, { ...answer, choice_index: 4 }] })).toEqual([
    400,
    'invalid_choice_index',
  ])
  expect((await submit('mali', asked)).body).toMatchObject({ passed: true })
})

test('MO-25 a wrong submission is graded without a hint and ends the session; the eleventh of an hour is refused', async () => {
  const { publishNew, session, fail, db, submit } = await startAssessments()
  await publishNew()
  const asked = await session('mali')
  const answer = await fail('mali', asked)
  expect(answer).toMatchObject({
    status: 200,
    body: { passed: false, grading: { score: 0, total: 2, percentage: 0 } },
  })
  expect(Object.keys(answer.body as object).sort()).toEqual(['grading', 'passed', 'submission_id'])
  expect(await submit('mali', asked)).toMatchObject({ status: 404, body: { code: 'session_not_loaded' } })
  for (let tries = 2; tries <= 10; tries++)
    expect((await fail('mali', await session('mali'))).status).toBe(200)
  const eleventh = await session('mali')
  expect(await fail('mali', eleventh)).toMatchObject({ status: 429, body: { code: 'too_many_submissions' } })
  await db.query(`update assessment_submission set at = at - interval '1 hour'`)
  expect((await submit('mali', eleventh)).body).toMatchObject({ passed: true })
})

test('MO-26 what was asked and answered is kept as it was; the same submission twice is one, also after a crash and at once', async () => {
  const { publishNew, session, submit, draft, publish, get, db } = await startAssessments()
  await publishNew()
  const asked = await session('mali')
  const first = await submit('mali', asked, {}, 'key')
  await db.query(
    `update kit.request set status = null, body = null, started_at = now() - interval '1 minute'`,
  )
  expect(await submit('mali', asked, {}, 'key')).toEqual(first)
  const other = await session('chai')
  const many = await Promise.all(Array.from({ length: 20 }, () => submit('chai', other)))
  expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
  const list = async () =>
    (await get('boss', '/assessment/submission/list?customer_id=join-mali&count=1')).body
  const before = await list()
  expect(before).toMatchObject({
    total: 1,
    list: [
      {
        customer_id: 'join-mali',
        passed: true,
        grading: { score: 2, total: 2, percentage: 100 },
        replay: asked.questions.map(({ question, choices }) => {
          const place = choices.indexOf('right')
          return { question, choices, correct_index: place, choice_index: place }
        }),
      },
    ],
  })
  await draft('new_seller', content(1), 2)
  await publish('new_seller', 3, true)
  expect(await list()).toEqual(before)
})

test('MO-27 a session of the old version may still be submitted; old passes stand unless they are asked to pass again', async () => {
  const { publishNew, session, submit, draft, publish, status, passed } = await startAssessments()
  await publishNew()
  const [mali, chai] = [await session('mali'), await session('chai')]
  expect((await submit('mali', mali)).body).toMatchObject({ passed: true })
  await draft('new_seller', content(3), 2)
  expect((await publish('new_seller', 3)).body).toMatchObject({ questions_version: 2, counts_from: 1 })
  expect((await submit('chai', chai)).body).toMatchObject({ passed: true })
  for (const name of ['mali', 'chai']) expect(await passed(name)).toMatchObject({ passed: true })
  expect((await publish('new_seller', 4, true)).body).toMatchObject({ questions_version: 3, counts_from: 3 })
  expect(await status('mali')).toEqual({ todo: ['new_seller'], passed: [] })
  expect(await passed('mali')).toEqual({ passed: false, passed_at: null, submission_id: null })
})

test('MO-28 another language falls back to Thai, and the one that was chosen is stored with the session', async () => {
  const { publishNew, session, submit, get } = await startAssessments()
  await publishNew()
  expect(await session('mali', 'content_key=new_seller&language=en')).toMatchObject({ language: 'th' })
  const both = content()
  const en = { education: [], questions: questions(2).map((one) => ({ ...one })) }
  await publishNew('new_buyer', { texts: { ...both.texts, en } })
  const asked = await session('mali', 'content_key=new_buyer&language=en')
  expect(asked).toMatchObject({ language: 'en' })
  await submit('mali', asked)
  expect((await get('boss', '/assessment/submission/list?content_key=new_buyer')).body).toMatchObject({
    list: [{ language: 'en' }],
  })
})

test('MO-29 what is not published is never to do, and new_issuer is only for who has an active issuer', async () => {
  const { publishNew, status, session, submit, call, grant } = await startAssessments()
  expect(await status('mali')).toEqual({ todo: [], passed: [] })
  for (const key of ['new_seller', 'new_buyer', 'new_issuer']) await publishNew(key)
  expect(await status('mali')).toEqual({ todo: ['new_buyer', 'new_seller'], passed: [] })
  await submit('mali', await session('mali'))
  expect(await status('mali')).toEqual({ todo: ['new_buyer'], passed: ['new_seller'] })
  await grant('boss', 'issuer.write')
  const range = { blockchain: 'kub', contract_address: `0x${'ab'.repeat(20)}` }
  const body = { slug: 'mali', names: { th: 'มะลิ', en: 'Mali' }, nft_ranges: [range], note: 'new' }
  const issuer = { ...body, primary_customer_id: 'join-mali' }
  expect(await call('POST', `${admin}/issuer/add`, { as: person('boss'), body: issuer })).toMatchObject({
    status: 201,
  })
  expect(await status('mali')).toEqual({ todo: ['new_buyer', 'new_issuer'], passed: ['new_seller'] })
  expect((await call('GET', `${base}/submission/status`, { as: 'wallet-only' })).status).toBe(401)
})

test('MO-29 MO-30 whether somebody passed is read; a pass by hand is a call of its own that is written down', async () => {
  const { publishNew, passed, edit, db, get } = await startAssessments()
  const pass = { customer_id: 'join-mali', content_key: 'new_seller', note: 'was at the workshop' }
  expect(await edit('pass', pass)).toMatchObject({ status: 404, body: { code: 'content_not_found' } })
  await publishNew()
  expect(await passed('mali')).toEqual({ passed: false, passed_at: null, submission_id: null })
  expect(await edit('pass', pass)).toMatchObject({ status: 200, body: { passed: true, submission_id: null } })
  expect((await edit('pass', pass)).status).toBe(200)
  expect(await passed('mali')).toMatchObject({ passed: true, submission_id: null })
  const { rows } = await db.query(
    `select data->>'who' as who, data->>'note' as note from kit.event where stream like 'audit-%'
       and data->>'action' = 'assessment.pass'`,
  )
  expect(rows).toEqual([{ who: 'join-boss', note: 'was at the workshop' }])
  expect((await get('mali', '/assessment/passed?customer_id=join-mali&content_key=new_seller')).status).toBe(
    403,
  )
})

test('MO-30 who has passed is listed, by answers and by hand, and what has to be passed again is told apart', async () => {
  const { publishNew, publish, session, submit, edit, get } = await startAssessments()
  await publishNew()
  await submit('mali', await session('mali'))
  await edit('pass', { customer_id: 'join-chai', content_key: 'new_seller', note: 'workshop' })
  type Passes = { total: number; list: { customer_id: string; counts: boolean; submission_id: string }[] }
  const passes = async (query = '') =>
    (await get('boss', `/assessment/passed/list?count=1${query}`)).body as Passes
  const { total, list } = await passes()
  expect(total).toBe(2)
  expect(list).toMatchObject([
    { customer_id: 'join-chai', questions_version: 1, counts: true, submission_id: null },
    { customer_id: 'join-mali', questions_version: 1, counts: true },
  ])
  const answered = (await get('boss', `/assessment/submission/list?id=${list[1]?.submission_id}`)).body
  expect(answered).toMatchObject({ list: [{ customer_id: 'join-mali', passed: true }] })
  expect(await passes('&customer_id=join-chai')).toMatchObject({ total: 1 })
  expect(await passes('&content_key=new_buyer')).toMatchObject({ total: 0 })
  await publish('new_seller', 2, true)
  expect((await passes()).list.map(({ counts }) => counts)).toEqual([false, false])
  expect((await get('mali', '/assessment/passed/list')).status).toBe(403)
})

test('others hear which version of an assessment counts and who has passed', async () => {
  const { publishNew, session, submit, bus } = await startAssessments()
  const heard: string[] = []
  const said: string[] = []
  const subscription = await bus.subscribe({
    group: 'test',
    topics: ['moderation.assessment.v1'],
    onError: (error) => console.error(error),
    handle: async (batch) => {
      for (const { payload } of batch) {
        const { contentKey, customerId, questionsVersion } = fromBinary(AssessmentChangedSchema, payload)
        heard.push(`${contentKey}:${customerId}:${questionsVersion}`)
        said.push(Buffer.from(payload).toString('latin1'))
      }
    },
  })
  onTestFinished(() => subscription.close())
  await publishNew()
  await submit('mali', await session('mali'))
  await until('both were told', async () => heard.length === 2)
  expect(heard.sort()).toEqual(['new_seller::1', 'new_seller:join-mali:1'])
  expect(said.join()).not.toMatch(/right|correct|question/) // B29
})

test('AW-4 a draft or a publication whose answer was lost is found again, another one of the same version is refused', async () => {
  const { post, db } = await startAssessments()
  const lose = () =>
    db.query(`update kit.request set status = null, body = null, started_at = now() - interval '1 minute'`)
  const set = { content_key: 'new_seller', content: content(), version: 0 }
  const publish = { content_key: 'new_seller', version: 1, require_repass: true, note: 'because' }
  for (const [path, body] of [
    ['set', set],
    ['publish', publish],
  ] as const) {
    const at = `${admin}/assessment/content/${path}`
    const first = await post('boss', at, body, path)
    expect(first.status).toBe(200)
    await lose()
    expect(await post('boss', at, body, path)).toEqual(first)
    expect(await post('boss', at, body)).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', details: { by: 'join-boss' } },
    })
  }
})
