import { SelectField } from '@talad/ui/components/field'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../i18n/index.ts'
import { useProject } from '../../api.ts'
import { choicesQuery, itemChoicesQuery, itemQuery } from '../../virtual/api.ts'

type Named = { _id: string; name: string }

/** What is chosen stays among the choices, also where the list is too long to have it. */
const optionsOf = (all: readonly Named[], chosen: Named | undefined, none: string) => [
  { value: '', label: none },
  ...[...all, ...(chosen && !all.some(({ _id }) => _id === chosen._id) ? [chosen] : [])].map(
    ({ _id, name }) => ({ value: _id, label: name }),
  ),
]

type Props = {
  collection: string
  item: string
  /** without an item it is any of the collection */
  anyItem?: boolean
  fault: { collection?: string | undefined; item: string | undefined }
  onChange: (collection: string, item: string) => void
}

/** A collection of the project, and an item of it. */
export function ItemPicker({ collection, item, anyItem = false, fault, onChange }: Props) {
  const { t } = useText()
  const { project } = useProject()
  const { data: collections = [] } = useQuery(choicesQuery(project._id))
  const { data: chosen } = useQuery(itemQuery(item))
  const within = collection || (chosen?.collection_id ?? '')
  const { data: items = [] } = useQuery(itemChoicesQuery(within))
  return (
    <>
      <SelectField
        label={t('virtual.collection')}
        error={fault.collection}
        value={within}
        options={optionsOf(
          collections,
          within === '' ? undefined : { _id: within, name: within },
          t('model.choose'),
        )}
        onChange={({ target }) => onChange(target.value, '')}
      />
      <SelectField
        label={t('mint.item')}
        error={fault.item}
        value={item}
        options={optionsOf(
          items,
          item === '' ? undefined : { _id: item, name: chosen?.name ?? item },
          t(anyItem ? 'model.anyItem' : 'model.choose'),
        )}
        onChange={({ target }) => onChange(collection, target.value)}
      />
    </>
  )
}
