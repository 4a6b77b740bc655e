import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useProject } from '../features/project/api.ts'
import {
  changeItem,
  collectionQuery,
  deleteItem,
  itemQuery,
  type VirtualCollection,
  type VirtualItem,
} from '../features/project/virtual/api.ts'
import { ItemEditor } from '../features/project/virtual/editor.tsx'
import { Ends } from '../features/project/virtual/ends.tsx'
import { ToCollection, VirtualHead } from '../features/project/virtual/head.tsx'
import { NewItem } from '../features/project/virtual/new-virtual.tsx'
import { useText } from '../i18n/index.ts'
import { useAddress } from '../ui/data-table/use-address.ts'
import { Loaded } from '../ui/loaded.tsx'
import { NotFound } from '../ui/not-found.tsx'
import { RecordHistory } from '../ui/record-history.tsx'

/** In the address in place of an item: one that is to be, of the collection that the address names. */
const NEW = 'new'

/** One item of a virtual collection. */
export default function ProjectItemPage() {
  const { item } = useParams({ from: '/projects/$id/items/$item' })
  const { collection } = useAddress().search
  if (item !== NEW) return <OpenItem key={item} id={item} />
  return collection === undefined ? <NotFound /> : <ToBe id={collection} />
}

function ToBe({ id }: { id: string }) {
  const { t } = useText()
  const { project } = useProject()
  return (
    <Loaded query={useQuery(collectionQuery(id))}>
      {(collection) => (
        <div className="grid grid-cols-1 gap-5">
          <title>{t('virtual.newItem')}</title>
          <div className="grid gap-1">
            <ToCollection id={project._id} collection={id} name={collection.name} />
            <h2 className="text-lg">{t('virtual.newItem')}</h2>
          </div>
          <NewItem collection={collection} />
        </div>
      )}
    </Loaded>
  )
}

function OpenItem({ id }: { id: string }) {
  return <Loaded query={useQuery(itemQuery(id))}>{(item) => <WithCollection item={item} />}</Loaded>
}

function WithCollection({ item }: { item: VirtualItem }) {
  return (
    <Loaded query={useQuery(collectionQuery(item.collection_id))}>
      {(collection) => <Item item={item} collection={collection} />}
    </Loaded>
  )
}

function Item({ item, collection }: { item: VirtualItem; collection: VirtualCollection }) {
  const navigate = useNavigate()
  const { project } = useProject()
  const { _id: id } = project
  return (
    <div className="grid grid-cols-1 gap-6">
      <VirtualHead
        row={item}
        number={item.number}
        up={<ToCollection id={id} collection={collection._id} name={collection.name} />}
      />
      <ItemEditor item={item} collection={collection} />
      <Ends
        row={item}
        archive={changeItem}
        remove={deleteItem}
        onGone={() =>
          void navigate({
            to: '/projects/$id/collections/$collection',
            params: { id, collection: collection._id },
            search: {},
          })
        }
      />
      <RecordHistory target={item._id} />
    </div>
  )
}
