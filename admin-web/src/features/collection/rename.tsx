import {
  collectionName,
  collectionSlug,
  collectionAdminHttp as http,
  type PickedCollection,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { TextField } from '@talad/ui/components/field'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { COLLECTIONS, setName, setSlug } from './api.ts'

const about = {
  name: {
    title: 'collection.rename',
    label: 'collection.name',
    hint: 'collection.nameHint',
    text: 'collection.nameText',
    form: collectionName,
    call: http.setCollectionName,
    set: setName,
  },
  slug: {
    title: 'collection.newSlug',
    label: 'collection.slug',
    hint: 'collection.slugHint',
    text: 'collection.slugText',
    form: collectionSlug,
    call: http.setCollectionSlug,
    set: setSlug,
  },
} as const

type Props = { what: keyof typeof about; collection: PickedCollection; onClose: () => void }

/** AI-26: another name or slug is typed, then confirmed. */
export function Rename({ what, collection, onClose }: Props) {
  const { t } = useText()
  const { title, label, hint, form } = about[what]
  const [typed, setTyped] = useState(collection[what])
  const [isWrong, setWrong] = useState(false)
  const [wanted, setWanted] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = form.safeParse(typed)
    setWrong(!read.success)
    setWanted(read.data)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-3 rounded-md bg-sunken/60 p-3">
      <TextField
        label={t(label)}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        hint={t(hint)}
        error={isWrong ? t(hint) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" disabled={typed.trim() === collection[what]}>
          {t(title)}
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          {t('decision.leave')}
        </Button>
      </div>
      {wanted !== undefined && (
        <Confirm what={what} collection={collection} wanted={wanted} onClose={onClose} />
      )}
    </form>
  )
}

function Confirm({ what, collection, wanted, onClose }: Props & { wanted: string }) {
  const { t } = useText()
  const { title, text, call, set } = about[what]
  const key = useRef(crypto.randomUUID())
  const { _id, version } = collection
  return (
    <DecisionDialog
      title={t(title)}
      reason={reasonOf(call)}
      act={(note) => set({ collection_id: _id, version, note }, wanted, key.current)}
      stale={[COLLECTIONS]}
      target={_id}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">
        {collection[what]} → {wanted}
      </p>
      <p>{t(text)}</p>
    </DecisionDialog>
  )
}
