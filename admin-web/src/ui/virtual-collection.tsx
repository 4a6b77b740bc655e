import { useQuery } from '@tanstack/react-query'
import { useText } from '../i18n/index.ts'
import { virtualNameQuery } from '../lib/virtual-collections.ts'

type Props = { stands: { kind: string; collection_id: string; item_id: string | null } }

/** A virtual collection by its name, with its kind and id beside it; of an item which one. */
export function VirtualCollection({ stands: { kind, collection_id, item_id } }: Props) {
  const { t } = useText()
  const { data: name } = useQuery(virtualNameQuery(collection_id))
  return (
    <span className="[overflow-wrap:anywhere]">
      {name && `${name} `}
      {item_id !== null && `${t('suspension.item', { item: item_id })} `}
      <span className={name ? 'text-sm text-soft' : ''}>
        {kind} {collection_id}
      </span>
    </span>
  )
}
