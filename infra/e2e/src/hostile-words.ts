import type { Run } from '@talad/dev/run-file'
import { appointStaff } from '@talad/dev/seed/admins'
import { signIn } from '@talad/dev/seed/site'
import { listAssets } from '@talad/proto/http/asset-indexer/assets'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { payloads } from './payloads.ts'
import { onceHeard } from './people.ts'

const REPORTS = 12
const some = (from: number, count = 8) => payloads.slice(from, from + count).join('\n')

/**
 * What reporters and moderators may write is payloads: reports, decisions, a suspension, and an assessment that is asked
 * before somebody buys. @returns the addresses of the desks that show it
 */
export async function writePayloads(run: Run): Promise<string[]> {
  await appointStaff(run)
  const [reporter, admin] = [await signIn(run, 'demo-mali'), await signIn(run, 'demo-prapha')]
  const { list } = await reporter.call(listAssets, { query: { ps: REPORTS } })
  for (const [n, { _id: asset_id }] of list.entries()) {
    const body = { asset_id, flag_classification: 'other' as const, flag_user_notes: some(8 * n) }
    await onceHeard(['asset_not_found'], () => reporter.call(flaggingHttp.requestFlagging, { body }))
  }
  const [decided] = list
  if (!decided) throw new Error('there is nothing to report')
  const verdict = { review_disposition: 'ignore' as const, notes: some(100) }
  // bots have found the markup, too
  const { case: open } = await onceHeard(['permission_required', 'case_not_found'], () =>
    admin.call(flaggingAdminHttp.pickFlagCase, { params: { case_id: decided._id } }),
  )
  await admin.call(flaggingAdminHttp.resolveFlagCase, {
    body: { case_id: open._id, version: open.version, ...verdict },
  })
  const [collection] = run.contracts.collections
  const range = { blockchain: run.blockchain, contract_address: collection?.address ?? '' }
  const nft_range = { ...range, token_from: '7', token_to: '7' }
  const body = { nft_range, note: some(110) }
  const { suspension_id } = await admin.call(suspensionAdminHttp.suspend, { body })
  const texts = {
    th: {
      education: [{ title: payloads[0] ?? '', body: some(120), image: null }],
      questions: [
        {
          id: 'first',
          variations: [
            {
              question: payloads[1] ?? '',
              choices: [payloads[2] ?? '', payloads[3] ?? ''],
              correct_index: 0,
            },
          ],
        },
      ],
    },
  }
  const of = { content_key: 'new_buyer' as const }
  const { version } = await admin.call(assessmentAdminHttp.setAssessmentContent, {
    body: { ...of, content: { pass_percentage: 100, texts }, version: 0 },
  })
  const publish = { ...of, version, require_repass: false, note: some(130) }
  await admin.call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
  return [
    ...list.map(({ _id }) => `/flags?id=${_id}&st=all`),
    ...[
      `/suspensions?id=${suspension_id}`,
      `/collections?id=${decided.collection.id}`,
      '/orders',
      '/indexer',
    ],
    ...['/audit', '/assessments/new_buyer', '/shippings'],
  ]
}
