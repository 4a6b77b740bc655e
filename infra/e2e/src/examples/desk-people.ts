import { mediaAdminHttp } from '@talad/proto/http/asset-indexer/media-admin'
import { findPersons } from '@talad/proto/http/identity/person-lookup'
import { adminPermissionsHttp } from '@talad/proto/http/moderation/admin-permissions'
import { assessmentAdminHttp } from '@talad/proto/http/moderation/assessment-admin'
import { auditHttp } from '@talad/proto/http/moderation/audit'
import { onceHeard } from '../people.ts'
import { type Desk, found, note } from './desk.ts'

const ABOUT = { content_key: 'new_issuer' } as const
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="100"><path fill="tan" d="M0 0h40v100H0z"/></svg>'

/** Who may do what, who somebody is, and what they had to learn. */
export async function attendPeople({ chief: { call }, buyer }: Desk): Promise<void> {
  await call(adminPermissionsHttp.myPermissions, {})
  const customer = 'join-new-colleague'
  const may = { customer, permissions: ['bank.read' as const, 'report.read' as const], version: 0, note }
  const { version } = await call(adminPermissionsHttp.setPermissions, { body: may })
  await call(adminPermissionsHttp.listPermissions, { query: { customer } })
  await call(adminPermissionsHttp.removePermissions, { body: { customer, version, note } })
  await call(findPersons, { query: { id: buyer.customerId, reveal: '1', note } })

  const data = Buffer.from(PICTURE).toString('base64')
  const { path: image } = await call(mediaAdminHttp.addMedia, { body: { data } })
  const { version: read, published } = await call(assessmentAdminHttp.getAssessmentContent, { query: ABOUT })
  if (!published) throw new Error('nothing is asked')
  const { th } = published.texts
  const education = th.education.map((page) => ({ ...page, image }))
  const content = { ...published, texts: { ...published.texts, th: { ...th, education } } }
  const draft = { ...ABOUT, content, version: read }
  const written = await call(assessmentAdminHttp.setAssessmentContent, { body: draft })
  const publish = { ...ABOUT, require_repass: false, version: written.version, note }
  await call(assessmentAdminHttp.publishAssessmentContent, { body: publish })
  await call(assessmentAdminHttp.listAssessmentSubmissions, { query: { ...ABOUT, ps: 1 } })
  await call(assessmentAdminHttp.listAssessmentPasses, { query: { ...ABOUT, ps: 1 } })
  const whose = { ...ABOUT, customer_id: buyer.customerId }
  await onceHeard(['customer_not_found'], () =>
    call(assessmentAdminHttp.passAssessment, { body: { ...whose, note } }),
  )
  await call(assessmentAdminHttp.assessmentPassed, { query: whose })
  await found('the audit log tells of it', () =>
    call(auditHttp.listAudit, { query: { target_id: customer } }),
  )
}
