import { SelectField } from '@talad/ui/components/field'
import { Empty } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useProject } from '../features/project/api.ts'
import { choicesQuery } from '../features/project/virtual/api.ts'
import { Items } from '../features/project/virtual/items.tsx'
import { useText } from '../i18n/index.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Desk } from '../ui/desk.tsx'
import { Loaded } from '../ui/loaded.tsx'

/** AW-1 /projects/{id}/items: the items of one collection after the other. */
export default function ProjectItemsPage() {
  const { t } = useText()
  const { project } = useProject()
  const { search, change } = useAddress()
  return (
    <Desk inside title={t('virtual.items')}>
      <Loaded query={useQuery(choicesQuery(project._id))}>
        {(collections) => {
          const chosen = collections.find(({ _id }) => _id === search.collection) ?? collections[0]
          if (!chosen) return <Empty title={t('virtual.noCollections')} />
          return (
            <div className="grid grid-cols-1 gap-4">
              <div className="max-w-md">
                <SelectField
                  label={t('virtual.collection')}
                  value={chosen._id}
                  options={collections.map(({ _id, name }) => ({ value: _id, label: name }))}
                  onChange={({ target }) => change({ collection: target.value, at: undefined })}
                />
              </div>
              <Items collection={chosen} />
            </div>
          )
        }}
      </Loaded>
    </Desk>
  )
}
