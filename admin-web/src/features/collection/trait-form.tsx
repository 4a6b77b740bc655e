import {
  collectionAdminHttp as http,
  type PickedCollection,
  type TraitConfig,
} from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { messageOf } from '../../lib/refusal.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { COLLECTIONS, previewTraits, syncTraits } from './api.ts'
import { TraitPreview } from './trait-effect.tsx'
import { TraitWay } from './trait-way.tsx'

const unchanged = (key: string): TraitConfig => ({
  key,
  ignore: false,
  star: false,
  transform: 'none',
  rules: [],
})

/** What says nothing is not sent. */
const isSaid = ({ ignore, star, transform, rules }: TraitConfig) =>
  ignore || star || transform !== 'none' || rules.length > 0

/** A key for each trait that there is, and for each that was spoken of. */
function startOf({ traits, configs }: PickedCollection): TraitConfig[] {
  const said = new Map(configs.map((config) => [config.key.toLowerCase(), config]))
  const known = traits.map(({ key }) => {
    const found = said.get(key.toLowerCase())
    said.delete(key.toLowerCase())
    return found ? { ...found, key } : unchanged(key)
  })
  return [...known, ...said.values()].toSorted((a, b) => a.key.localeCompare(b.key))
}

/** AI-10: how traits are read; what it makes of real assets is seen first, and only what was seen can be kept. */
export function TraitForm({ collection, onClosed }: { collection: PickedCollection; onClosed: () => void }) {
  const { t } = useText()
  const [configs, setConfigs] = useState(() => startOf(collection))
  const [isSaving, setSaving] = useState(false)
  const key = useRef(crypto.randomUUID())
  const said = configs.filter(isSaid)
  const preview = useMutation({ mutationFn: () => previewTraits(collection._id, said) })
  const change = (index: number, config: TraitConfig) => {
    setConfigs(configs.with(index, config))
    preview.reset() // what was seen is of another way
  }
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {configs.map((config, index) => (
          <TraitWay key={config.key} config={config} onChange={(next) => change(index, next)} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="small" look="quiet" busy={preview.isPending} onClick={() => preview.mutate()}>
          {t('trait.preview')}
        </Button>
        <Button size="small" disabled={!preview.isSuccess} onClick={() => setSaving(true)}>
          {t('trait.save')}
        </Button>
      </div>
      {!preview.isSuccess && <p className="text-sm text-soft">{t('trait.previewFirst')}</p>}
      {preview.isError && (
        <div role="alert">
          <Notice tone="bad">{messageOf(preview.error)}</Notice>
        </div>
      )}
      {preview.data && <TraitPreview preview={preview.data} />}
      {isSaving && (
        <DecisionDialog
          title={t('trait.save')}
          reason={reasonOf(http.syncTraits)}
          act={(note) => {
            const decided = { collection_id: collection._id, version: collection.version, note }
            return syncTraits(decided, said, key.current)
          }}
          stale={[COLLECTIONS]}
          target={collection._id}
          onClose={() => {
            setSaving(false)
            onClosed()
          }}
        >
          <p>{t('trait.saveText')}</p>
        </DecisionDialog>
      )}
    </div>
  )
}
