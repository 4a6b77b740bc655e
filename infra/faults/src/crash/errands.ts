import { POISON } from '@talad/calls/messages'
import type { Person } from '@talad/dev/seed/site'
import { requeueAsset, resetSleepingImages } from '@talad/proto/http/asset-indexer/asset-admin'
import { collectionAdminHttp } from '@talad/proto/http/asset-indexer/collection-admin'
import { ResponseError } from '@talad/proto/http/client'
import { findPersons } from '@talad/proto/http/identity/person-lookup'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { operationsHttp } from '@talad/proto/http/operations'
import type { Harness, Scenario } from './harness.ts'
import { eventually } from './insist.ts'
import { issuerErrand } from './issuer-errand.ts'
import { reportErrand, submissionErrand } from './report-errand.ts'
import { suspensionErrand } from './suspension-errand.ts'

const note = 'an errand under fire'
/** The demonstration has more tokens with a picture. */
const SYNCED = 8

/** What somebody does by a call or two, that is theirs alone; what it leaves is judged by the invariants of the manifests. */
type Errand = (harness: Harness, chief: Person) => Promise<unknown>

/** Waits for a row to do it with. @param sql has the number of the errand as its parameter */
function idIn(harness: Harness, service: string, sql: string): Promise<string> {
  const n = harness.next()
  const find = async () => (await harness.system.db(service).query<{ id: string }>(sql, [n])).rows[0]?.id
  return eventually(`${service} has something for an errand`, find, harness.patientMs)
}

/** Somebody else has decided on it meanwhile, or it is gone: as good as done. */
async function unlessDone(call: Promise<unknown>): Promise<void> {
  await call.catch((error: unknown) => {
    if (!(error instanceof ResponseError && error.code === 'not_found')) throw error
  })
}

const draft = {
  pass_percentage: 100,
  texts: {
    th: {
      education: [],
      questions: [
        { id: 'first', variations: [{ question: 'ข้อใด', choices: ['นี่', 'นั่น'], correct_index: 0 }] },
      ],
    },
  },
}

/** A row for each admin call that changes something and needs nothing before it. */
const admins: Readonly<Record<string, Errand>> = {
  /** MO-40: a new admin, who is none again. */
  async permissions(harness, { call }) {
    const customer = `join-errand-${harness.next()}`
    const given = { customer, permissions: ['bank.read', 'report.read'] as const, version: 0, note }
    const body = { ...given, permissions: [...given.permissions] }
    const { version } = await call(adminPermissionsHttp.setPermissions, { body })
    await call(adminPermissionsHttp.removePermissions, { body: { customer, version, note } })
  },
  /** ID-42 */
  'look-up': (harness, { call }) => {
    const id = harness.system.crowd.buyers[0]?.customerId ?? ''
    return call(findPersons, { query: { id, reveal: '1', note } })
  },
  /** AI-1 */
  async 'fetch-anew'(harness, { call }) {
    const asset_id = await idIn(
      harness,
      'asset-indexer',
      `select asset_id as id from sync where kind = 'image' and state in ('ready', 'frozen') order by asset_id
       offset $1::int % ${SYNCED} limit 1`,
    )
    await call(requeueAsset, { body: { asset_id, note } })
  },
  async 'wake-images'(harness, { call }) {
    const sql = 'select id from collection order by id offset $1::int * 0 limit 1'
    const collection_id = await idIn(harness, 'asset-indexer', sql)
    await call(resetSleepingImages, { body: { collection_id, note } })
  },
  /** AI-3, AI-7, AI-8, AI-10: a collection gets other samples, its traits are read anew, its tokens stand for something, and its creator is verified. */
  collection: (harness, { call }) =>
    harness.alone('collection', async () => {
      const sql = 'select id from collection order by id offset $1::int * 0 limit 1'
      const collection_id = await idIn(harness, 'asset-indexer', sql)
      const { version } = await call(collectionAdminHttp.pickAdminCollection, { params: { collection_id } })
      const chosen = await call(collectionAdminHttp.randomizeSamples, {
        body: { collection_id, version, note },
      })
      const body = { collection_id, version: chosen.version, note, configs: [] }
      const read = await call(collectionAdminHttp.syncTraits, { body })
      const part = { token_from: '0', token_to: '9', collection_id: 'fire' }
      const standing = { collection_id, version: read.version, note, parts: [part] }
      const stands = await call(collectionAdminHttp.setAbstract, { body: standing })
      const asking = { collection_id, version: stands.version, note, asked: new Date().toISOString() }
      const asked = await call(collectionAdminHttp.askVerification, { body: asking })
      const verified = {
        collection_id,
        version: asked.version,
        note,
        verification: 'verified' as const,
        checks: ['contract_owner' as const],
        evidence: note,
      }
      await call(collectionAdminHttp.setVerification, { body: verified })
    }),
  suspension: suspensionErrand,
  reports: reportErrand,
  issuer: issuerErrand,
  /** MO-20, MO-27, MO-30: of an assessment that no trade asks for. */
  assessment: (harness, { call }) =>
    harness.alone('assessment', async () => {
      const about = { content_key: 'new_issuer' } as const
      const before = await call(assessmentAdminHttp.getAssessmentContent, { query: about })
      const set = { ...about, content: draft, version: before.version }
      const { version } = await call(assessmentAdminHttp.setAssessmentContent, { body: set })
      const publish = { ...about, require_repass: true, version, note }
      await call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
      const customer_id = harness.system.crowd.buyers[0]?.customerId ?? ''
      await call(assessmentAdminHttp.passAssessment, { body: { ...about, customer_id, note } })
      await submissionErrand(harness, 'นี่')
    }),
  /** A message that nobody can read is tried again, and given up. */
  async 'dead-letters'(_stage, { call }) {
    const { list } = await call(operationsHttp.listDeadLetters, { query: { lm: 100 } })
    const found = list.find(({ key }) => key.startsWith(POISON))
    if (!found) return
    const { service, id } = found
    await unlessDone(call(operationsHttp.retryDeadLetter, { body: { service, id, note } }))
    await unlessDone(call(operationsHttp.dropDeadLetter, { body: { service, id, note } }))
  },
  /** AI-5: a part that was looked at a week ago. */
  async holders(harness) {
    await harness.system
      .db('asset-indexer')
      .query(
        `update holder_check set checked_at = checked_at - interval '8 days' where part = $1::int % 256`,
        [harness.next()],
      )
    await harness.hasten('asset-indexer', 'holders.check')
  },
  /** What a contract tells of its collection, read a day ago. */
  async abouts(harness) {
    await harness.system.db('asset-indexer').query(`update collection set about_due = '-infinity'`)
    await harness.hasten('asset-indexer', 'collections.about')
  },
  /** What each service does from time to time: the proof of the books, what is over and removed. */
  async recurring(harness, { call }) {
    const { list } = await call(operationsHttp.listJobs, { query: { lm: 100 } })
    const recurring = list.filter(({ key }) => key === '')
    await Promise.all(recurring.map(({ service, task }) => harness.hasten(service, task)))
  },
}

/** Runs all errands of a table, side by side. */
const together =
  (table: Readonly<Record<string, Errand>>): Scenario =>
  async (harness) => {
    const chief = await harness.chief()
    await Promise.all(
      Object.entries(table).map(async ([name, errand]) => {
        await errand(harness, chief).catch((error: unknown) => {
          const { stack, message } = error instanceof Error ? error : new Error(String(error))
          const problem = error instanceof ResponseError ? JSON.stringify(error.problem) : stack
          throw new Error(`${name}: ${message} ${problem}`)
        })
      }),
    )
  }

export const errands = { errands: together(admins) } satisfies Record<string, Scenario>
