import { focusFault } from '@talad/ui/browser/focus-fault'
import { queryClient, refetch } from '@talad/ui/client/query'
import { useState } from 'react'
import { useText } from '../../../i18n/index.ts'
import { EditingBar, EditingTrouble, refusedField, useEditing } from '../../../ui/editing.tsx'
import { useProject } from '../api.ts'
import { PayloadEditor } from '../payload/editor.tsx'
import { type Faults, refusedFaults } from '../payload/faults.ts'
import { UploadContext } from '../payload/upload-cell.tsx'
import {
  changeCollection,
  changeItem,
  collectionQuery,
  itemQuery,
  type Uploaded,
  uploadToCollection,
  uploadToItem,
  VIRTUAL,
  type Virtual,
  type VirtualCollection,
  type VirtualItem,
} from './api.ts'
import { comparable, readVirtual, toVirtualDraft } from './draft.ts'
import { ExtraFields } from './extras.tsx'
import type { Kind } from './extras-draft.ts'
import { VirtualFields } from './fields.tsx'
import { inheritedOf, type Level, namesOf } from './level.ts'

const NO_FAULTS: Faults = new Map()
const NONE: ReadonlySet<string> = new Set()

/** Everything that is written here, as one text. */
const termsOf = (row: Virtual, kind: Kind) => JSON.stringify(comparable(toVirtualDraft(row), kind))

type Props<Row> = {
  row: Row
  level: Level
  save: (change: Parameters<typeof changeCollection>[0], key: string) => Promise<Row>
  upload: (id: string, name: string, file: File) => Promise<Uploaded<Row>>
  keep: (row: Row) => void
  again: () => Promise<unknown>
}

/** Changes what is said of a collection or an item: what was typed is never lost, and nothing is written over unasked (CA-15). */
function VirtualEditor<Row extends VirtualCollection | VirtualItem>(props: Props<Row>) {
  const { row, level } = props
  const { t } = useText()
  const { mayChange } = useProject()
  const [isChecked, setChecked] = useState(false)
  const [isReadable, setReadable] = useState(true)
  const inherited = inheritedOf(level)
  const { kind } = level
  const editing = useEditing(row, {
    stampOf: ({ updated }) => updated,
    toDraft: toVirtualDraft,
    save: async (draft, base, key) => {
      const read = readVirtual(draft, kind, inherited)
      if (!('terms' in read)) return base
      return props.save({ _id: base._id, updated: base.updated, ...read.terms }, key)
    },
    keep: (saved) => {
      props.keep(saved)
      void refetch(VIRTUAL)
    },
    again: props.again,
  })
  const { draft, setDraft, base, failure } = editing
  const read = readVirtual(draft, kind, inherited)
  const found = isChecked && 'wrong' in read ? read : { wrong: NONE, faults: NO_FAULTS }
  const refused = refusedField(failure)?.replace(/^(collection|item)\./, '')
  const save = () => {
    setChecked(true)
    if ('terms' in read && isReadable) editing.save()
    else focusFault(document)
  }
  const wrong = refused === undefined ? found.wrong : new Set([...found.wrong, refused])
  const mayWrite = mayChange('project.write')
  const upload = async (name: string, file: File) => {
    const made = await props.upload(base._id, name, file)
    editing.rebase(made.row, termsOf(made.row, kind) === termsOf(base, kind))
    return made.url
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <EditingTrouble editing={editing} faults={found.wrong.size + found.faults.size > 0} />
      <fieldset disabled={!mayWrite} className="contents">
        <VirtualFields draft={draft} wrong={wrong} onChange={setDraft} />
        <ExtraFields kind={kind} draft={draft} wrong={wrong} onChange={setDraft} />
      </fieldset>
      <section className="grid grid-cols-1 gap-2">
        <h3 className="text-base">{t('payload.title')}</h3>
        <p className="text-sm text-soft">
          {t(kind === 'item' ? 'payload.itemText' : 'payload.collectionText')}
        </p>
        <UploadContext value={mayWrite ? upload : undefined}>
          <PayloadEditor
            stamp={base.updated}
            draft={draft.payload}
            inherited={inherited}
            faults={found.faults.size > 0 ? found.faults : refusedFaults(failure)}
            names={namesOf(level, draft.name)}
            compared={{ before: comparable(toVirtualDraft(row), kind), after: comparable(draft, kind) }}
            mayWrite={mayWrite}
            onChange={(payload) => setDraft({ ...draft, payload })}
            onReadable={setReadable}
          />
        </UploadContext>
      </section>
      {mayWrite && <EditingBar editing={{ ...editing, save }} />}
    </div>
  )
}

export function CollectionEditor({ collection }: { collection: VirtualCollection }) {
  const { project } = useProject()
  const { queryKey } = collectionQuery(collection._id)
  return (
    <VirtualEditor
      row={collection}
      level={{ kind: 'collection', projectName: project.name, collection: undefined }}
      save={changeCollection}
      upload={uploadToCollection}
      keep={(saved) => queryClient.setQueryData(queryKey, saved)}
      again={() => queryClient.invalidateQueries({ queryKey })}
    />
  )
}

export function ItemEditor({ item, collection }: { item: VirtualItem; collection: VirtualCollection }) {
  const { project } = useProject()
  const { queryKey } = itemQuery(item._id)
  return (
    <VirtualEditor
      row={item}
      level={{ kind: 'item', projectName: project.name, collection }}
      save={changeItem}
      upload={uploadToItem}
      keep={(saved) => queryClient.setQueryData(queryKey, saved)}
      again={() => queryClient.invalidateQueries({ queryKey })}
    />
  )
}
