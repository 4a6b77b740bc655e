import { collectionSource } from '../features/collection/api.ts'
import { OpenCollection } from '../features/collection/collection-detail.tsx'
import { collectionColumns, collectionFilters } from '../features/collection/columns.tsx'
import { useText } from '../i18n/index.ts'
import { DataTable } from '../ui/data-table/data-table.tsx'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'

const NONE = 'collections.none'

/** AW-1 /collections: names, slugs, samples and how traits are read. */
export default function CollectionsPage() {
  const { t } = useText()
  const { id } = useAddress().search
  return (
    <Desk title={t('collections.title')} detail={id && <OpenCollection key={id} id={id} />}>
      <DataTable
        name="collections"
        caption="collections.title"
        columns={collectionColumns}
        filters={collectionFilters}
        source={collectionSource}
        keyOf={({ _id }) => _id}
        empty={NONE}
      />
    </Desk>
  )
}
