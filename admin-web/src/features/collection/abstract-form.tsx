import {
  type AbstractPart,
  abstractPart,
  DEFAULT_ITEM_SIZE,
} from '@talad/proto/http/asset-indexer/abstract-rule'
import {
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { messageOf } from '../../lib/refusal.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { AbstractPreview } from './abstract-preview.tsx'
import { COLLECTIONS, previewAbstract, setAbstract } from './api.ts'

const MAX_PARTS = 100

/** As it is typed, with a key for its place in the form. */
type Typed = { id: string; part: Record<keyof AbstractPart, string> }

const typed = (part: Partial<AbstractPart>): Typed => ({
  id: crypto.randomUUID(),
  part: {
    token_from: part.token_from ?? '',
    token_to: part.token_to ?? '',
    kind: part.kind ?? 'vnft',
    collection_id: part.collection_id ?? '',
    tag: part.tag ?? '',
    item_size: part.item_size ?? DEFAULT_ITEM_SIZE,
  },
})

const read = ({ part }: Typed) =>
  abstractPart.safeParse({ ...part, tag: part.tag.trim() === '' ? null : part.tag })

const labels = {
  token_from: 'abstract.from',
  token_to: 'abstract.to',
  collection_id: 'abstract.collection',
  kind: 'abstract.kind',
  tag: 'abstract.tag',
  item_size: 'abstract.itemSize',
} as const
const fields = Object.keys(labels) as (keyof typeof labels)[]

type PartProps = { typed: Typed; checked: boolean; onChange: (next: Typed) => void; onRemove: () => void }

function Part({ typed: now, checked, onChange, onRemove }: PartProps) {
  const { t } = useText()
  const found = read(now)
  const wrong = new Set(found.success ? [] : found.error.issues.map(({ path: [name] }) => name))
  return (
    <li>
      <fieldset className="grid gap-3 rounded-md border border-line p-3">
        <legend className="sr-only">{now.part.collection_id || t('abstract.newPart')}</legend>
        <div className="grid grid-cols-2 gap-3">
          {fields.map((name) => (
            <TextField
              key={name}
              label={t(labels[name])}
              value={now.part[name]}
              autoComplete="off"
              spellCheck={false}
              error={checked && wrong.has(name) ? t('abstract.wrong') : undefined}
              onChange={({ target }) => onChange({ ...now, part: { ...now.part, [name]: target.value } })}
            />
          ))}
        </div>
        <div>
          <Button look="quiet" size="small" onClick={onRemove}>
            {t('abstract.remove')}
          </Button>
        </div>
      </fieldset>
    </li>
  )
}

/** AI-7: what tokens of a shared contract stand for; what it makes of real assets is seen before it can be kept. */
export function AbstractForm({
  collection,
  onClosed,
}: {
  collection: PickedCollection
  onClosed: () => void
}) {
  const { t } = useText()
  const [parts, setParts] = useState(() => collection.abstract_parts.map(typed))
  const [checked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const key = useRef(crypto.randomUUID())
  const all = parts.map(read)
  const said = all.flatMap(({ data }) => data ?? [])
  const preview = useMutation({ mutationFn: () => previewAbstract(collection._id, said) })
  const change = (next: Typed[]) => {
    setParts(next)
    preview.reset() // what was seen is of other parts
  }
  const see = () => {
    setChecked(true)
    if (said.length === parts.length) preview.mutate()
  }
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">{t('abstract.about')}</p>
      <ul className="grid gap-4">
        {parts.map((part, index) => (
          <Part
            key={part.id}
            typed={part}
            checked={checked}
            onChange={(next) => change(parts.with(index, next))}
            onRemove={() => change(parts.toSpliced(index, 1))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {parts.length < MAX_PARTS && (
          <Button size="small" look="quiet" onClick={() => change([...parts, typed({})])}>
            {t('abstract.add')}
          </Button>
        )}
        <Button size="small" look="quiet" busy={preview.isPending} onClick={see}>
          {t('abstract.preview')}
        </Button>
        <Button size="small" disabled={!preview.isSuccess} onClick={() => setSaving(true)}>
          {t('abstract.save')}
        </Button>
      </div>
      {preview.isError && (
        <div role="alert">
          <Notice tone="bad">{messageOf(preview.error)}</Notice>
        </div>
      )}
      {preview.data && <AbstractPreview preview={preview.data} parts={said} />}
      {isSaving && (
        <DecisionDialog
          title={t('abstract.save')}
          reason={reasonOf(http.setAbstract)}
          act={(note) => {
            const decided = { collection_id: collection._id, version: collection.version, note }
            return setAbstract(decided, said, key.current)
          }}
          stale={[COLLECTIONS]}
          target={collection._id}
          onClose={() => {
            setSaving(false)
            onClosed()
          }}
        >
          <p>{t('abstract.saveText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
