import { expect, test } from 'vitest'
import { content, base as learning, type Session } from './assessment-harness.ts'
import { admin, person } from './harness.ts'
import { collection, contract, feeIn, range, startIssuers } from './issuer-harness.ts'

const TIMES = 50
const [ASSET, OTHER] = ['0'.repeat(24), '1'.repeat(24)] as const
const users = '/api/user/v1'
/** What somebody may be told who was not the first: nothing is a fault, and nothing is half done. */
const LATER = [
  ...['version_conflict', 'range_suspended', 'already_resolved', 'session_not_loaded'],
  ...['fee_not_found', 'declaration_not_found', 'issuer_not_found'],
]
const words = { th: 'คำ', en: 'words' }

async function startDesk() {
  const running = await startIssuers()
  const { call, grant, db } = running
  const permissions = ['flag.read', 'flag.resolve', 'suspension.write', 'assessment.write'] as const
  for (const one of permissions) await grant('writer', one)
  const count = async () => {
    const { rows } = await db.query<{ events: number; lines: number }>(
      `select count(*) filter (where stream not like 'audit-%')::int as events,
         count(*) filter (where stream like 'audit-%')::int as lines from kit.event`,
    )
    return rows[0] ?? { events: 0, lines: 0 }
  }
  /** The same call many times at once, each as somebody's own who has no key. */
  async function atOnce(path: string, body: object, as = 'writer') {
    const before = await count()
    const answers = await Promise.all(
      Array.from({ length: TIMES }, () => call('POST', path, { as: person(as), body })),
    )
    const after = await count()
    const odd = answers.filter(
      ({ status, body }) => status >= 300 && !LATER.includes((body as { code: string }).code),
    )
    expect(odd, path).toEqual([])
    const [first] = answers.filter(({ status }) => status < 300)
    if (!first) throw new Error(`nobody came through at ${path}`)
    return { body: first.body, events: after.events - before.events, lines: after.lines - before.lines }
  }
  const report = (as: string, asset: string) =>
    call('POST', `${users}/moderation/flagging/request`, {
      as: person(as),
      body: { asset_id: asset, flag_classification: 'spam' },
    })
  return { ...running, atOnce, report }
}

test('B17 of each decision about cases and suspensions, made fifty times at once, there is one, with one line of the log', async () => {
  const { atOnce, report } = await startDesk()
  const flagging = `${admin}/moderation/flagging`
  const about = { nft_range: range(contract, '5'), note: 'stolen' }
  const suspended = await atOnce(`${admin}/moderation/suspension/suspend`, about)
  const { suspension_id } = suspended.body as { suspension_id: string }
  const end = { suspension_id, version: 1, note: 'given back' }
  const ended = await atOnce(`${admin}/moderation/suspension/unsuspend`, end)
  for (const asset of [ASSET, OTHER]) await report('mali', asset)
  const claimed = await atOnce(`${flagging}/claim`, { case_id: ASSET })
  const cases = [ASSET, OTHER].map((case_id) => ({ case_id, version: 1 }))
  const verdict = { review_disposition: 'suspend', scope: 'individual', notes: 'a copy' }
  const decided = await atOnce(`${flagging}/resolve/bulk`, { cases, ...verdict })
  const undone = await atOnce(`${flagging}/undo`, {
    cases: [ASSET, OTHER].map((case_id) => ({ case_id, version: 2 })),
  })
  const made = [suspended, ended, claimed, decided, undone].map(({ events, lines }) => [events, lines])
  // of two cases: the decision and its suspension; taken back: the case and the end of what it suspended
  expect(made).toEqual([
    [1, 1],
    [1, 1],
    [0, 0],
    [4, 4],
    [4, 4],
  ])
})

test('B17 of each decision about issuers, fees and declarations, made fifty times at once, there is one, with one line of the log', async () => {
  const { atOnce, add, terms } = await startDesk()
  const { issuer_id } = (await add('siam')).body
  const note = 'agreed'
  const changed = { ...terms('siam', { names: words }), issuer_id, is_active: true, version: 1, note }
  const modified = await atOnce(`${admin}/issuer/modify`, changed)
  const synced = await atOnce(`${admin}/issuer/fee/sync`, { issuer_id, note })
  const fee = { issuer_id, collection_id: collection[contract], fee_percent: 3, note }
  const set = await atOnce(`${admin}/issuer/fee/set`, { ...fee, version: 2 })
  const { fee_id } = feeIn(set.body as Parameters<typeof feeIn>[0], 'issuer') ?? {}
  const enabled = await atOnce(`${admin}/issuer/fee/enable`, { fee_id, enabled: true, version: 3, note })
  const removed = await atOnce(`${admin}/issuer/fee/remove`, { fee_id, version: 4, note })
  const declared = await atOnce(`${admin}/declaration/set`, {
    declarer_type: 'seller',
    nft_range: range(),
    version: 0,
    note,
    declarations: [{ key: 'rights', title: words, body: words }],
  })
  const { declaration_id } = declared.body as { declaration_id: string }
  const gone = await atOnce(`${admin}/declaration/remove`, { declaration_id, version: 1, note })
  const closed = await atOnce(`${admin}/issuer/remove`, { issuer_id, version: 2, note })
  const all = { modified, synced, set, enabled, removed, declared, gone, closed }
  const made = Object.entries(all).map(([what, { lines }]) => [what, lines])
  expect(made).toEqual(Object.keys(all).map((what) => [what, 1]))
})

test('B17 of each step of an assessment, made fifty times at once, there is one', async () => {
  const { atOnce, call, db } = await startDesk()
  const of = { content_key: 'new_seller' }
  const draft = await atOnce(`${admin}/assessment/content/set`, { ...of, content: content(), version: 0 })
  const publish = { ...of, version: 1, require_repass: false, note: 'because' }
  const published = await atOnce(`${admin}/assessment/content/publish`, publish)
  const passed = await atOnce(`${admin}/assessment/pass`, {
    ...of,
    customer_id: 'join-chai',
    note: 'workshop',
  })
  expect([draft, published, passed].map(({ events, lines }) => [events, lines])).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  const asked = await Promise.all(
    Array.from({ length: TIMES }, async () => {
      const { body } = await call('GET', `${learning}/content/session?content_key=new_seller`, {
        as: person('mali'),
      })
      return JSON.stringify(body)
    }),
  )
  expect(new Set(asked).size).toBe(1)
  const session = JSON.parse(asked[0] ?? '') as Session
  const { content_id, questions_version, language } = session
  const answers = session.questions.map(({ variation_index, choices }) => ({
    variation_index,
    choice_index: choices.indexOf('right'),
  }))
  const submission = { content_id, questions_version, language, answers }
  await atOnce(`${learning}/submission/submit`, submission, 'mali')
  const { rows } = await db.query('select 1 from assessment_submission')
  expect(rows).toHaveLength(1)
})
