import { Badge } from '@talad/ui/components/status'
import { useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { Privilege } from './api.ts'

/** Whether it counts now, as far as it is switched on. */
export function Enabled({ enabled }: { enabled: boolean }) {
  const { t } = useText()
  return <Badge tone={enabled ? 'good' : 'calm'}>{t(enabled ? 'privilege.on' : 'privilege.off')}</Badge>
}

export const privilegeColumns: readonly Column<Privilege>[] = [
  { key: 'name', title: 'privilege.name', cell: ({ name }) => name, csv: ({ name }) => name },
  { key: 'slug', title: 'privilege.slug', cell: ({ slug }) => slug, csv: ({ slug }) => slug },
  { key: 'enabled', title: 'privilege.state', cell: (privilege) => <Enabled {...privilege} /> },
  {
    key: 'created',
    title: 'privilege.created',
    cell: ({ created }) => <Moment at={created} />,
    csv: ({ created }) => created,
  },
]
