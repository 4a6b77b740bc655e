import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { Moment } from '../../../ui/moment.tsx'
import type { PoolCode } from './api.ts'

/** Whether a code can still be given to somebody. */
export function CodeState({ free, assigned_to }: Pick<PoolCode, 'free' | 'assigned_to'>) {
  const { t } = useText()
  if (free) return <Badge tone="good">{t('pool.free')}</Badge>
  return <Badge>{t(assigned_to === null ? 'pool.used' : 'pool.assigned')}</Badge>
}

export const codeColumns: readonly Column<PoolCode>[] = [
  {
    key: 'code',
    title: 'pool.code',
    cell: ({ code }) => <span className="font-mono text-[0.92em] break-all">{code}</span>,
    csv: ({ code }) => `'${code}`, // a spreadsheet leaves zeros in front alone
  },
  { key: 'state', title: 'pool.state', cell: (code) => <CodeState {...code} /> },
  {
    key: 'uses',
    title: 'pool.uses',
    amount: true,
    cell: ({ meta_timer }) => formatCount(meta_timer.use_count),
    csv: ({ meta_timer }) => String(meta_timer.use_count),
  },
  {
    key: 'description',
    title: 'coupon.description',
    cell: ({ description }) => description,
    csv: ({ description }) => description,
  },
  {
    key: 'created',
    title: 'pool.created',
    usuallyHidden: true,
    cell: ({ created }) => <Moment at={created} />,
  },
]
