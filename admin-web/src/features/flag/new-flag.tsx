import { flagClassification } from '@talad/proto/http/moderation/flagging'
import { Button } from '@talad/ui/components/button'
import { RadioCards, TextField } from '@talad/ui/components/field'
import { type FormEvent, useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { useAddress } from '../../ui/data-table/use-address.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { FLAGS, flagAsset } from './api.ts'
import { notes } from './collection-decision.tsx'
import { classTexts } from './columns.tsx'
import { reasons } from './decision-bar.tsx'

/** The id of an asset as it is, or in the address of its page. */
const idIn = (typed: string) => /(?:^|\/)([0-9a-f]{24})(?:$|[?#/])/i.exec(typed.trim())?.[1]?.toLowerCase()

/** MO-14: what an admin has seen by themself is suspended at once, and decided on like any other case. */
export function NewFlag() {
  const { t } = useText()
  const { change } = useAddress()
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<(typeof flagClassification.options)[number]>('inappropriate')
  const [isWrong, setWrong] = useState(false)
  const [asset, setAsset] = useState<string>()
  const key = useRef(crypto.randomUUID())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = idIn(typed)
    setWrong(id === undefined)
    setAsset(id)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <h2 className="text-lg">{t('flag.new')}</h2>
      <TextField
        label={t('flag.newAsset')}
        hint={t('flag.newAssetHint')}
        error={isWrong ? t('flag.newAssetHint') : undefined}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
      <RadioCards
        label={t('flag.classification')}
        value={kind}
        onChange={setKind}
        options={flagClassification.options.map((value) => ({ value, label: t(classTexts[value]) }))}
      />
      <div>
        <Button type="submit" size="small" look="danger">
          {t('flag.new')}
        </Button>
      </div>
      {asset !== undefined && (
        <DecisionDialog
          title={t('flag.new')}
          isDestructive
          templates={reasons}
          reason={notes}
          act={(note) => flagAsset({ asset_id: asset, flag_classification: kind, notes: note }, key.current)}
          stale={[FLAGS]}
          target={asset}
          onClose={(isDone) => {
            setAsset(undefined)
            if (isDone) change({ id: asset })
          }}
        >
          <p>{t('flag.newText')}</p>
        </DecisionDialog>
      )}
    </form>
  )
}
