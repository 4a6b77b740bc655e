import { entrypointHttp } from '@talad/proto/http/gateway/entrypoint'
import { assessmentHttp } from '@talad/proto/http/moderation/assessment'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { declarationAdminHttp } from '@talad/proto/http/moderation/declaration-admin'
import { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { feeAdminHttp } from '@talad/proto/http/moderation/fee-admin'
import { flaggingHttp } from '@talad/proto/http/moderation/flagging'
import { flaggingAdminHttp } from '@talad/proto/http/moderation/flagging-admin'
import { flaggingInternalHttp } from '@talad/proto/http/moderation/flagging-internal'
import { issuerAdminHttp } from '@talad/proto/http/moderation/issuer-admin'
import { moderationHttp } from '@talad/proto/http/moderation/moderation'
import { rejections } from '@talad/proto/http/moderation/rejections'
import { suspensionAdminHttp } from '@talad/proto/http/moderation/suspension-admin'
import { type SuspensionChanged, SuspensionChangedSchema } from '@talad/proto/moderation/v1/suspension'
import {
  AUDIT_TOPIC,
  defineManifest,
  type LiveUpdate,
  liveSource,
  PERMISSION_TOPIC,
} from '@talad/shared/manifest'

export const SUSPENSION_TOPIC = 'moderation.suspension.v1'

/** All that says what is taken of sales, a message a contract. */
export const FEE_TOPIC = 'moderation.fee.v1'

/** Who issuers are and what they issue, keyed by the issuer. */
export const ISSUER_TOPIC = 'moderation.issuer.v1'

/** What came of people's reports, keyed by who made them. */
export const REPORT_TOPIC = 'moderation.report.v1'

export const ASSESSMENT_TOPIC = 'moderation.assessment.v1'

/** Who shows something of the contract reads it again; so does the gateway what it has kept of it. */
function suspensionUpdates(suspension: SuspensionChanged): LiveUpdate[] {
  const { suspensionId: subject, blockchain, contractAddress: contract, tokenFrom, tokenTo } = suspension
  const data = { blockchain, contract, token_from: tokenFrom || null, token_to: tokenTo || null }
  return [{ event: 'suspension', audiences: [`contract:${contract}`, 'market', 'suspension'], subject, data }]
}

export const manifest = defineManifest({
  name: 'moderation',
  description:
    'what admins may do, and the log of what they did; what people report; what must not be traded; what is taken of sales',
  contract: {
    ...moderationHttp,
    ...flaggingHttp,
    ...flaggingAdminHttp,
    ...flaggingInternalHttp,
    ...assessmentHttp,
    ...assessmentAdminHttp,
    ...suspensionAdminHttp,
    ...issuerAdminHttp,
    ...feeAdminHttp,
    ...declarationsHttp,
    ...declarationAdminHttp,
    ...entrypointHttp,
  },
  rejections,
  publishes: [
    ...[PERMISSION_TOPIC, SUSPENSION_TOPIC, ASSESSMENT_TOPIC, FEE_TOPIC],
    ...[ISSUER_TOPIC, REPORT_TOPIC],
  ],
  consumes: [
    AUDIT_TOPIC,
    'asset-indexer.asset.v1',
    'asset-indexer.chain.v1',
    'gateway.site.v1',
    'identity.account.v1',
    'order-book.order.v1',
  ],
  live: [liveSource(SUSPENSION_TOPIC, SuspensionChangedSchema, suspensionUpdates)],
  development: ({ personalDataKey, sandboxUrl }) => ({
    PERSONAL_DATA_KEY: personalDataKey,
    BLACKLIST_URL: `${sandboxUrl}/blacklist/config.json`,
  }),
  invariants: [
    {
      description: 'what an admin may do is what the last change of their stream says',
      sql: `select a.customer_id from admin a join kit.admin_grant g using (customer_id)
            where (a.super_admin, a.permissions, a.version) is distinct from (g.super_admin, g.permissions, g.revision)
            union all select customer_id from admin full join kit.admin_grant using (customer_id)
            where admin.version is null or admin_grant.revision is null`,
    },
    {
      description: 'the reports of a round are undecided while it is open, and decided once it is not', // MO-11
      sql: `select r.id from flag_report r join flag_case c on c.id = r.case_id
            where (r.outcome is null) <> (c.resolution = 'flagged' and r.round = c.round)`,
    },
    {
      description: 'who passed by a submission has it, and it was enough', // MO-26
      sql: `select customer_id from assessment_pass p where submission_id is not null
              and not exists (select 1 from assessment_submission s where s.id = p.submission_id and s.passed)`,
    },
    {
      description: 'a case that is open has a report', // MO-9
      sql: `select id from flag_case c where resolution = 'flagged'
              and not exists (select 1 from flag_report r where r.case_id = c.id and r.round = c.round)`,
    },
    {
      description: 'a case knows what the reports of its round say', // MO-9
      sql: `select c.id from flag_case c where c.reported_as <> coalesce((
              select bit_or(1 << (3 * array_position(array['user', 'bot', 'admin'], r.kind)
                + array_position(array['inappropriate', 'spam', 'other'], r.classification) - 4))
              from flag_report r where r.case_id = c.id and r.round = c.round), 0)`,
    },
    {
      description: 'the pictures that are searched are those that assets have', // MO-15
      sql: `select coalesce(p.sheet_id, r.sheet_id) from sheet_picture p
            full join (select distinct sheet_id, picture from asset_reading where picture is not null) r
              on p.sheet_id = r.sheet_id and p.picture = r.picture
            where p.sheet_id is null or r.sheet_id is null`,
    },
    {
      description: 'no sale pays more than half of its price to others than the seller', // OB-31
      sql: `select s.sheet_id from fee_sheet s left join fee_sheet g on g.sheet_id = 'general'
            where s.sheet_id <> 'general' and coalesce(s.own_service, g.own_service, 0) + s.besides > 5000`,
    },
    {
      description: 'the ranges of an issuer are those that the fees of contracts know, while it is active', // MO-32
      sql: `select issuer_id from issuer i full join (select issuer_id, count(*) as n from issuer_range group by 1) r
              using (issuer_id)
            where coalesce(r.n, 0) <> case when i.active then jsonb_array_length(i.ranges) else 0 end`,
    },
  ],
  needsReview: [
    {
      description: 'no reported item waits for its decision for more than 72 hours (AW-5)',
      sql: `select id from flag_case where resolution = 'flagged' and opened_at < now() - interval '72 hours'`,
    },
  ],
})
