import { z } from 'zod'

/** MO-38: what an admin may be allowed to do; `audit.read` reads the audit log, `operations.write` mends what is stuck; `project.create` opens projects (CA-5). */
export const permissionNames = [
  'issuer.read',
  'issuer.write',
  'fee.write',
  'collection.write',
  'trait.write',
  'layout.write',
  'site.write',
  'flag.read',
  'flag.resolve',
  'suspension.read',
  'suspension.write',
  'assessment.read',
  'assessment.write',
  'declaration.write',
  'order.read',
  'order.write',
  'shipping.read',
  'refund.write',
  'bank.read',
  'bank.decide',
  'withdrawal.read',
  'withdrawal.decide',
  'report.read',
  'idp_profile.read',
  'account.write',
  'session.end',
  'permission.write',
  'audit.read',
  'operations.write',
  'project.create',
] as const

export type Permission = (typeof permissionNames)[number]

export const permission = z.enum(permissionNames)
