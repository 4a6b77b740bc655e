import type { Permission } from '@talad/proto/http/permissions'
import type { TextKey } from '../../i18n/index.ts'

/** What each permission lets an admin do (MO-38). */
export const permissionTexts = {
  'issuer.read': 'may.issuer_read',
  'issuer.write': 'may.issuer_write',
  'fee.write': 'may.fee_write',
  'collection.write': 'may.collection_write',
  'trait.write': 'may.trait_write',
  'layout.write': 'may.layout_write',
  'flag.read': 'may.flag_read',
  'flag.resolve': 'may.flag_resolve',
  'suspension.read': 'may.suspension_read',
  'suspension.write': 'may.suspension_write',
  'assessment.read': 'may.assessment_read',
  'assessment.write': 'may.assessment_write',
  'declaration.write': 'may.declaration_write',
  'order.read': 'may.order_read',
  'order.write': 'may.order_write',
  'shipping.read': 'may.shipping_read',
  'refund.write': 'may.refund_write',
  'bank.read': 'may.bank_read',
  'bank.decide': 'may.bank_decide',
  'withdrawal.read': 'may.withdrawal_read',
  'withdrawal.decide': 'may.withdrawal_decide',
  'report.read': 'may.report_read',
  'idp_profile.read': 'may.idp_profile_read',
  'session.end': 'may.session_end',
  'permission.write': 'may.permission_write',
  'audit.read': 'may.audit_read',
  'operations.write': 'may.operations_write',
  'project.create': 'may.project_create',
} as const satisfies Record<Permission, TextKey>
