import { useQuery } from '@tanstack/react-query'
import { healthQuery, syncId, syncSource } from '../features/indexer/api.ts'
import { syncColumns, syncFilters } from '../features/indexer/columns.tsx'
import { IndexerHealth } from '../features/indexer/health.tsx'
import { OpenSync } from '../features/indexer/sync-detail.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

const NONE = 'syncs.none'

/** How the index keeps up with the chain, and what of it can't be fetched. */
export default function IndexerPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('indexer.title')} detail={id && <OpenSync key={id} id={id} />}>
      <div className="grid gap-6">
        <Loaded query={useQuery(healthQuery)}>{(health) => <IndexerHealth health={health} />}</Loaded>
        <section aria-labelledby="syncs" className="grid gap-3">
          <h2 id="syncs" className="text-lg">
            {t('syncs.title')}
          </h2>
          <DataTable
            name="syncs"
            caption="syncs.title"
            columns={syncColumns}
            filters={syncFilters}
            source={syncSource}
            keyOf={syncId}
            empty={NONE}
          />
        </section>
      </div>
    </Desk>
  )
}
