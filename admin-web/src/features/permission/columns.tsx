import type { AdminGrant } from '@talad/proto/http/moderation/admin-permissions'
import { permissionNames } from '@talad/proto/http/permissions'
import { Badge } from '@talad/ui/components/status'
import { useText } from '../../i18n/index.ts'
import type { Column, Filter } from '../../ui/data-table/column.ts'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'

function Allowed({ super_admin, permissions }: AdminGrant) {
  const { t } = useText()
  if (super_admin) return <Badge tone="good">{t('permission.super')}</Badge>
  return <span className="text-sm">{permissions.join(', ') || '–'}</span>
}

export const grantColumns: readonly Column<AdminGrant>[] = [
  { key: 'id', title: 'col.customer', cell: ({ customer }) => customer, csv: ({ customer }) => customer },
  {
    key: 'permissions',
    title: 'col.permissions',
    cell: (grant) => <Allowed {...grant} />,
    csv: ({ super_admin, permissions }) => (super_admin ? 'super_admin' : permissions.join(' ')),
  },
  {
    key: 'changed',
    title: 'col.updated',
    cell: ({ changed_at }) => <Moment at={changed_at} />,
    csv: ({ changed_at }) => changed_at ?? '',
  },
  {
    key: 'by',
    title: 'col.by',
    cell: ({ changed_by: by }) => (by ? <Staff id={by} /> : '–'),
    csv: ({ changed_by }) => changed_by ?? '',
  },
  {
    key: 'note',
    title: 'col.note',
    usuallyHidden: true,
    cell: ({ note }) => note ?? '–',
    csv: ({ note }) => note ?? '',
  },
]

export const grantFilters: readonly Filter[] = [
  { kind: 'text', key: 'customer', label: 'filter.customerExact' },
  {
    kind: 'choice',
    key: 'permission',
    label: 'permission.which',
    options: permissionNames.map((value) => ({ value, text: value })),
  },
]
