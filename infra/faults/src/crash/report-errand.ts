import type { Person } from '@talad/dev/seed/site'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import type { Harness } from './harness.ts'
import { eventually } from './insist.ts'

const notes = 'an errand under fire'

/** A token of the demonstration that nobody sells here, and that no other errand suspends. */
const ASSET =
  'select asset_id as id from asset_replica where token_id < 1000000 order by asset_id desc limit 1'

/** MO-9 to MO-19: an item is reported, its case suspends it, is taken back and ignored; so is what an admin flags. */
export const reportErrand = (harness: Harness, { call }: Person) =>
  harness.alone('reports', async () => {
    const moderation = harness.system.db('moderation')
    const find = async () => (await moderation.query<{ id: string }>(ASSET)).rows[0]?.id
    const asset_id = await eventually('moderation knows an item', find, harness.patientMs)
    // MO-17: nobody reports so much a day
    await moderation.query(`update flag_report set created_at = created_at - interval '2 days'`)
    await harness.withBuyer(async (buyer) => {
      for (const flag_classification of ['spam', 'inappropriate'] as const)
        await buyer.call(flaggingHttp.requestFlagging, { body: { asset_id, flag_classification } })
    })
    const about = { params: { case_id: asset_id } }
    const seen = async () => ({
      case_id: asset_id,
      version: (await call(flaggingAdminHttp.pickFlagCase, about)).case.version,
    })
    const decide = async (
      verdict: { review_disposition: 'suspend'; scope: 'individual' } | { review_disposition: 'ignore' },
    ) => call(flaggingAdminHttp.resolveFlagCase, { body: { ...(await seen()), ...verdict, notes } })
    await call(flaggingAdminHttp.claimFlagCase, { body: { case_id: asset_id } })
    await call(flaggingAdminHttp.releaseFlagCase, { body: { case_id: asset_id } })
    await decide({ review_disposition: 'suspend', scope: 'individual' })
    await call(flaggingAdminHttp.undoFlagCases, { body: { cases: [await seen()] } })
    await decide({ review_disposition: 'ignore' })
    const flag = { asset_id, flag_classification: 'spam' as const, notes }
    await call(flaggingAdminHttp.flagAsset, { body: flag })
    await decide({ review_disposition: 'ignore' })
  })

/** MO-21 to MO-26: somebody answers what is asked, rightly. @param right text of the right choice */
export const submissionErrand = (harness: Harness, right: string) =>
  harness.withBuyer(async (buyer) => {
    // MO-25: nobody answers so often an hour
    await harness.system
      .db('moderation')
      .query(`update assessment_submission set at = at - interval '2 hours'`)
    const query = { content_key: 'new_issuer' } as const
    const { content_id, questions_version, questions } = await buyer.call(assessmentHttp.assessmentSession, {
      query,
    })
    const answers = questions.map(({ variation_index, choices }) => ({
      variation_index,
      choice_index: choices.indexOf(right),
    }))
    await buyer.call(assessmentHttp.submitAssessment, { body: { content_id, questions_version, answers } })
  })
