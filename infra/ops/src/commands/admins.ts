import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import { customerId as customerIds } from '@talad/proto/http/common'
import { permission, permissionNames } from '@talad/proto/http/permissions'
import { LOG_CHANNEL } from '@talad/shared/event-log'
import { notifyOnce } from '@talad/shared/notifier'
import { Rejection } from '@talad/shared/rejection'
import { transact } from '@talad/shared/stream'
import type { Context } from '../context.ts'
import { BadParameter } from '../faults.ts'
import { type Report, table } from '../report.ts'

type Asked = { customer: string; what: string; note: string; dryRun: boolean }
type What = (typeof permissionNames)[number] | 'super_admin'

function readWhat(text: string): What {
  const known = text === 'super_admin' ? text : permission.safeParse(text).data
  if (known) return known
  throw new BadParameter('what', `${text} is none of super_admin, ${permissionNames.join(', ')}`)
}

const shown = ({ superAdmin, permissions }: { superAdmin: boolean; permissions: readonly string[] }) =>
  [...(superAdmin ? ['super_admin'] : []), ...permissions].join(', ') || 'nothing'

/** Undoes a transaction that was only to tell what it would do. */
class OnlyAsked extends Error {}

/** `admin grant` and `admin revoke`: one thing, for one customer; written down as what this operator did. */
export async function changeAdmin(
  context: Context,
  type: 'Grant' | 'Revoke',
  { customer, what, note, dryRun }: Asked,
): Promise<Report> {
  const given = customerIds.safeParse(customer)
  if (!given.success) throw new BadParameter('customer', `${customer} is no customer id like join-…`)
  const known = readWhat(what)
  const { db } = await context.service('moderation')
  const { findAdmin } = await import('@talad/moderation/permission/read-model')
  const { changePermissionsIn } = await import('@talad/moderation/permission/change')
  const before = await findAdmin(db, customer)
  const id = randomUUID()
  const about = { type, what: known, customerId: customer, note, now: new Date() }
  const by = { actor: { operator: userInfo().username }, requestId: id, id }
  let admin = before
  await transact({ db }, async (tx) => {
    admin = await changePermissionsIn(tx, about, by)
    if (dryRun) throw new OnlyAsked()
  }).catch((error: unknown) => {
    if (error instanceof OnlyAsked) return
    if (!(error instanceof Rejection)) throw error
    throw new BadParameter('what', `refused: ${error.code.toLowerCase()}`)
  })
  const { superAdmin, permissions, version } = admin
  if (dryRun)
    return {
      json: { dryRun: true, customer, what, superAdmin, permissions, changed: version !== before.version },
      lines: [`${customer} may do: ${shown(before)}.`, `${customer} would be allowed: ${shown(admin)}.`],
      next: 'the same without --dry-run.',
    }
  await notifyOnce(db, LOG_CHANNEL)
  return {
    json: { customer, superAdmin, permissions, version, changed: version !== before.version },
    lines: [`${customer} may do: ${shown(admin)}.`],
    next: 'nothing to do: the services follow within seconds, once moderation runs.',
  }
}

/** `admin list`: who may do what. */
export async function listAll(context: Context): Promise<Report> {
  const { db } = await context.service('moderation')
  const { listAdmins } = await import('@talad/moderation/permission/read-model')
  const { list } = await listAdmins(db, { size: 1_000, index: 0, count: false })
  const rows = list.map((one) => [one.customerId, shown(one), one.changedBy ?? '', one.note ?? ''])
  return {
    json: { admins: list },
    lines: rows.length === 0 ? ['No admins.'] : table(['customer', 'may do', 'changed by', 'why'], rows),
    next:
      rows.length === 0
        ? '"admin grant <customer> super_admin --note <why>" makes the first one.'
        : 'nothing to do.',
  }
}
