import { privilegeAdminHttp as http } from '@talad/proto/http/campaign/privileges-admin'
import { focusFault } from '@talad/ui/browser/focus-fault'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { SelectField, TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { bodyOf } from '../../../lib/body.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { useProject } from '../api.ts'
import { choicesQuery } from '../virtual/api.ts'
import { bind, type NewBinding, PRIVILEGES, type Privilege } from './api.ts'
import { rangesIn } from './ranges.ts'

/** CA-78: has a collection, an item, or some tokens of one carry a privilege. */
export function BindingForm({ privilege, onMade }: { privilege: Privilege; onMade: () => void }) {
  const { t } = useText()
  const { project } = useProject()
  const { data: collections = [] } = useQuery(choicesQuery(project._id))
  const [key] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<'collection' | 'item'>('collection')
  const [collection, setCollection] = useState<string>()
  const [item, setItem] = useState('')
  const [numbers, setNumbers] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [priority, setPriority] = useState('0')
  const [isChecked, setChecked] = useState(false)
  const token_ranges = rangesIn(numbers)
  const collection_id = collection ?? collections[0]?._id
  const read = bodyOf(http.createPrivilegeBinding).safeParse({
    privilegeId: privilege._id,
    binding: {
      target:
        kind === 'collection' ? { collection_id } : { item_id: item, token_ranges: token_ranges ?? null },
      quantity: quantity.trim(),
      priority: Number(priority),
    },
  })
  const paths = isChecked && !read.success ? read.error.issues.map(({ path }) => path.map(String)) : []
  const isWrong = (name: string) => paths.some((path) => path.includes(name))
  const made = useMutation({
    mutationFn: (asked: NewBinding) => bind(asked, key),
    onSuccess: async () => {
      await refetch(PRIVILEGES)
      onMade()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) made.mutate(read.data)
    else focusFault(event.currentTarget)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <SelectField
        label={t('binding.carrier')}
        value={kind}
        options={[
          { value: 'collection', label: t('binding.collection') },
          { value: 'item', label: t('binding.item') },
        ]}
        onChange={({ target }) => setKind(target.value === 'item' ? 'item' : 'collection')}
      />
      {kind === 'collection' ? (
        <SelectField
          label={t('virtual.collection')}
          value={collection_id ?? ''}
          options={collections.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={({ target }) => setCollection(target.value)}
        />
      ) : (
        <>
          <TextField
            label={t('binding.itemId')}
            hint={t('binding.itemHint')}
            error={isWrong('item_id') ? t('binding.itemHint') : undefined}
            value={item}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setItem(target.value.trim())}
          />
          <TextField
            label={t('binding.numbers')}
            hint={t('binding.numbersHint')}
            error={isWrong('token_ranges') ? t('binding.numbersHint') : undefined}
            value={numbers}
            autoComplete="off"
            onChange={({ target }) => setNumbers(target.value)}
          />
        </>
      )}
      <TextField
        label={t('binding.quantity')}
        error={isWrong('quantity') ? t('fault.count') : undefined}
        value={quantity}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setQuantity(target.value)}
      />
      <TextField
        label={t('binding.priority')}
        hint={t('binding.priorityHint')}
        error={isWrong('priority') ? t('binding.priorityHint') : undefined}
        value={priority}
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => setPriority(target.value)}
      />
      {made.error && (
        <div role="alert">
          <Notice tone="bad">{messageOf(made.error)}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" size="small" busy={made.isPending}>
          {t('binding.make')}
        </Button>
      </div>
    </form>
  )
}
