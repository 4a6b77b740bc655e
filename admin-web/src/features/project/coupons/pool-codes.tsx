import { say } from '@talad/ui/browser/toast'
import { Button } from '@talad/ui/components/button'
import { formatCount } from '@talad/ui/format/money'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { codeSource, exportCodes, type Pool, poolCountQuery } from './api.ts'
import { codeColumns } from './columns.tsx'

const NONE = 'pool.noCodes'

/** The codes of one pool. */
export function PoolCodes({ pool }: { pool: Pool }) {
  const { t } = useText()
  const { space_id, pool_name } = pool
  const codes = useMemo(() => codeSource({ space_id, pool_name }), [space_id, pool_name])
  const { data } = useQuery(poolCountQuery(pool))
  const saved = useMutation({
    mutationFn: () => exportCodes(pool),
    onError: (error) => say(messageOf(error), 'error'),
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {data && (
          <p className="text-sm">
            {t('pool.counts', { count: formatCount(data.count), free: formatCount(data.free) })}
          </p>
        )}
        <Button size="small" look="quiet" busy={saved.isPending} onClick={() => saved.mutate()}>
          {t('pool.export')}
        </Button>
        <Link
          to="/projects/$id/coupons/sheets"
          params={{ id: space_id }}
          search={{ pool: pool_name }}
          className="text-sm font-semibold text-leaf underline"
        >
          {t('sheets.open')}
        </Link>
      </div>
      <DataTable
        key={pool_name}
        name="project-codes"
        caption="pools.title"
        columns={codeColumns}
        source={codes}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </div>
  )
}
