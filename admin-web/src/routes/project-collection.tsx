import { Tabs } from '@talad/ui/components/tabs'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useProject } from '../features/project/api.ts'
import { Contracts } from '../features/project/mint/contracts.tsx'
import {
  changeCollection,
  collectionQuery,
  deleteCollection,
  type VirtualCollection,
} from '../features/project/virtual/api.ts'
import { CollectionEditor } from '../features/project/virtual/editor.tsx'
import { Ends } from '../features/project/virtual/ends.tsx'
import { upClass, VirtualHead } from '../features/project/virtual/head.tsx'
import { Items } from '../features/project/virtual/items.tsx'
import { NewCollection } from '../features/project/virtual/new-virtual.tsx'
import { useText } from '../i18n/index.ts'
import { oneOf } from '../lib/pages.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Loaded } from '../ui/loaded.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** In the address in place of a collection: one that is to be. */
const NEW = 'new'
const views = ['items', 'edit', 'contracts'] as const

function Up() {
  const { t } = useText()
  const { project } = useProject()
  return (
    <Link to="/projects/$id/collections" params={{ id: project._id }} search={{}} className={upClass}>
      {t('virtual.allCollections')}
    </Link>
  )
}

/** One virtual collection: its items, and what is said of it. */
export default function ProjectCollectionPage() {
  const { t } = useText()
  const { collection } = useParams({ from: '/projects/$id/collections/$collection' })
  if (collection !== NEW) return <Open key={collection} id={collection} />
  return (
    <div className="grid gap-5">
      <title>{t('virtual.newCollection')}</title>
      <div className="grid gap-1">
        <Up />
        <h2 className="text-lg">{t('virtual.newCollection')}</h2>
      </div>
      <NewCollection />
    </div>
  )
}

function Open({ id }: { id: string }) {
  return (
    <Loaded query={useQuery(collectionQuery(id))}>
      {(collection) => <Collection collection={collection} />}
    </Loaded>
  )
}

function Collection({ collection }: { collection: VirtualCollection }) {
  const { t } = useText()
  const navigate = useNavigate()
  const { project, mayChange } = useProject()
  const { search, change } = useAddress()
  const view = oneOf(views, search.tab) ?? 'items'
  return (
    <div className="grid grid-cols-1 gap-5">
      <VirtualHead row={collection} up={<Up />} />
      <Tabs
        label={t('virtual.views')}
        value={view}
        tabs={[
          { value: 'items', text: t('virtual.items') },
          { value: 'edit', text: t(mayChange('project.write') ? 'virtual.edit' : 'virtual.look') },
          { value: 'contracts', text: t('contracts.title') },
        ]}
        onChange={(tab) => change({ tab: tab === 'items' ? undefined : tab, at: undefined })}
      >
        {view === 'contracts' && <Contracts collection={collection} />}
        {view === 'edit' && (
          <div className="grid grid-cols-1 gap-6">
            <CollectionEditor collection={collection} />
            <Ends
              row={collection}
              archive={changeCollection}
              remove={deleteCollection}
              onGone={() =>
                void navigate({ to: '/projects/$id/collections', params: { id: project._id }, search: {} })
              }
            />
            <RecordHistory target={collection._id} />
          </div>
        )}
        {view === 'items' && <Items collection={collection} />}
      </Tabs>
    </div>
  )
}
