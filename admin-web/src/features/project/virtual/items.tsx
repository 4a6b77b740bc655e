import { buttonClass } from '@talad/ui/components/button'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../../i18n/index.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useProject } from '../api.ts'
import { itemSource, type VirtualCollection } from './api.ts'
import { itemColumns } from './columns.tsx'

const NONE = 'virtual.noItems'

/** CA-54: the items of a collection, by their number. */
export function Items({ collection }: { collection: VirtualCollection }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { project, mayChange } = useProject()
  const { _id: id } = project
  const source = useMemo(() => itemSource(collection._id), [collection._id])
  return (
    <div className="grid gap-3">
      {mayChange('project.write') && !collection.archived && (
        <div>
          <Link
            to="/projects/$id/items/$item"
            params={{ id, item: 'new' }}
            search={{ collection: collection._id }}
            className={buttonClass('primary', 'small')}
          >
            {t('virtual.newItem')}
          </Link>
        </div>
      )}
      <DataTable
        key={collection._id}
        name={`project-items-${collection._id}`}
        caption="virtual.items"
        columns={itemColumns}
        source={source}
        keyOf={({ _id }) => _id}
        empty={NONE}
        onOpen={(item) =>
          void navigate({ to: '/projects/$id/items/$item', params: { id, item }, search: {} })
        }
      />
    </div>
  )
}
