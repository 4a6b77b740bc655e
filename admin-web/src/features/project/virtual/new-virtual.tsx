import { focusFault } from '@talad/ui/browser/focus-fault'
import { say } from '@talad/ui/browser/toast'
import { refetch } from '@talad/ui/client/query'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { text, useText } from '../../../i18n/index.ts'
import { messageOf } from '../../../lib/refusal.ts'
import { refusedField } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { PayloadEditor } from '../payload/editor.tsx'
import { refusedFaults } from '../payload/faults.ts'
import { createCollection, createItem, VIRTUAL, type VirtualCollection } from './api.ts'
import { readVirtual, toVirtualDraft, type VirtualTerms } from './draft.ts'
import { VirtualFields } from './fields.tsx'
import { inheritedOf, type Level, namesOf } from './level.ts'

type Props = {
  level: Level
  create: (terms: VirtualTerms, key: string) => Promise<{ _id: string }>
  onMade: (id: string) => void
}

/** A collection, or an item, that is to be. */
function NewVirtual({ level, create, onMade }: Props) {
  const { t } = useText()
  const [key] = useState(() => crypto.randomUUID())
  const [draft, setDraft] = useState(toVirtualDraft)
  const [isChecked, setChecked] = useState(false)
  const [isReadable, setReadable] = useState(true)
  const inherited = inheritedOf(level)
  const read = readVirtual(draft, level.kind, inherited)
  const sent = useMutation({
    mutationFn: (terms: VirtualTerms) => create(terms, key),
    onSuccess: ({ _id }) => {
      void refetch(VIRTUAL)
      say(text('virtual.made'), 'success')
      onMade(_id)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if ('terms' in read && isReadable) sent.mutate(read.terms)
    else focusFault(event.currentTarget)
  }
  const wrong = new Set(isChecked && 'wrong' in read ? read.wrong : [])
  const refused = refusedField(sent.error)?.replace(/^(collection|item)\./, '')
  if (refused !== undefined) wrong.add(refused)
  const faults = isChecked && 'faults' in read ? read.faults : refusedFaults(sent.error)
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-6">
      <VirtualFields draft={draft} wrong={wrong} onChange={setDraft} />
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-base">{t('payload.title')}</h3>
        <p className="text-sm text-soft">
          {t(level.kind === 'item' ? 'payload.itemText' : 'payload.collectionText')}
        </p>
        <PayloadEditor
          stamp=""
          draft={draft.payload}
          inherited={inherited}
          faults={faults}
          names={namesOf(level, draft.name)}
          compared={undefined}
          mayWrite
          onChange={(payload) => setDraft({ ...draft, payload })}
          onReadable={setReadable}
        />
      </section>
      {(sent.error || wrong.size + faults.size > 0) && (
        <div role="alert">
          <Notice tone="bad">{sent.error ? messageOf(sent.error) : t('editing.faults')}</Notice>
        </div>
      )}
      <div>
        <Button type="submit" busy={sent.isPending}>
          {t(level.kind === 'item' ? 'virtual.makeItem' : 'virtual.makeCollection')}
        </Button>
      </div>
    </form>
  )
}

export function NewCollection() {
  const { project } = useProject()
  const navigate = useNavigate()
  const { _id: id, name } = project
  return (
    <NewVirtual
      level={{ kind: 'collection', projectName: name, collection: undefined }}
      create={(terms, key) => createCollection({ ...terms, project_id: id }, key)}
      onMade={(collection) =>
        void navigate({ to: '/projects/$id/collections/$collection', params: { id, collection }, search: {} })
      }
    />
  )
}

export function NewItem({ collection }: { collection: VirtualCollection }) {
  const { project } = useProject()
  const navigate = useNavigate()
  const { _id: id, name } = project
  return (
    <NewVirtual
      level={{ kind: 'item', projectName: name, collection }}
      create={(terms, key) => createItem({ ...terms, collection_id: collection._id }, key)}
      onMade={(item) => void navigate({ to: '/projects/$id/items/$item', params: { id, item }, search: {} })}
    />
  )
}
