import {
  type DeclarationSet,
  declarationAdminHttp,
  declarationTerms,
} from '@talad/proto/http/moderation/declaration-admin'
import type { NftRangeShown } from '@talad/proto/http/nft-range'
import { Button } from '@talad/ui/components/button'
import { RadioCards, TextArea, TextField } from '@talad/ui/components/field'
import { type FormEvent, useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { ISSUERS, type NewDeclarations, setDeclarations } from './api.ts'
import { RangeFields, readTyped, typedRange } from './range-fields.tsx'

const names = ['key', 'titleTh', 'titleEn', 'bodyTh', 'bodyEn', 'url'] as const
type Name = (typeof names)[number]
type Item = Record<Name, string> & { at: string }

const empty = (): Item => ({
  at: crypto.randomUUID(),
  key: '',
  titleTh: '',
  titleEn: '',
  bodyTh: '',
  bodyEn: '',
  url: '',
})
const itemsOf = ({ declarations }: DeclarationSet): Item[] =>
  declarations.map(({ key, title, body, url }) => ({
    at: key,
    key,
    titleTh: title.th,
    titleEn: title.en,
    bodyTh: body.th,
    bodyEn: body.en,
    url: url ?? '',
  }))
const written = ({ key, titleTh, titleEn, bodyTh, bodyEn, url }: Item) => ({
  key,
  title: { th: titleTh, en: titleEn },
  body: { th: bodyTh, en: bodyEn },
  ...(url.trim() !== '' && { url: url.trim() }),
})
const labels: Record<Name, TextKey> = {
  key: 'declaration.key',
  titleTh: 'declaration.titleTh',
  titleEn: 'declaration.titleEn',
  bodyTh: 'declaration.bodyTh',
  bodyEn: 'declaration.bodyEn',
  url: 'declaration.url',
}
/** Where the contract finds the fault of a field. */
const paths: Record<Name, string> = {
  key: 'key',
  titleTh: 'title.th',
  titleEn: 'title.en',
  bodyTh: 'body.th',
  bodyEn: 'body.en',
  url: 'url',
}

type Props = { range: NftRangeShown; set?: DeclarationSet; onClose: () => void }

/** MO-37: what is declared of a range, written as a whole. */
export function DeclarationForm({ range: first, set, onClose }: Props) {
  const { t } = useText()
  const [range, setRange] = useState(() => typedRange(first))
  const [declarer, setDeclarer] = useState<DeclarationSet['declarer_type']>(set?.declarer_type ?? 'issuer')
  const [items, setItems] = useState<Item[]>(() => (set ? itemsOf(set) : [empty()]))
  const [checked, setChecked] = useState(false)
  const [ready, setReady] = useState<NewDeclarations>()
  const read = declarationTerms.safeParse({
    declarer_type: declarer,
    nft_range: readTyped(range).data,
    declarations: items.map(written),
    version: set?.version ?? 0,
  })
  const wrong = new Set(read.success ? [] : read.error.issues.map(({ path }) => path.join('.')))
  const isWrong = (index: number, name: Name) =>
    wrong.has(`declarations.${index}.${paths[name]}`) || (name === 'key' && wrong.has('declarations'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (read.success) setReady(read.data)
  }
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 border-t border-line pt-4">
      {!set && (
        <>
          <RadioCards
            label={t('declaration.declarer')}
            value={declarer}
            options={[
              { value: 'issuer', label: t('declaration.issuer') },
              { value: 'seller', label: t('declaration.seller') },
            ]}
            onChange={setDeclarer}
          />
          <RangeFields range={range} checked={checked} onChange={setRange} />
        </>
      )}
      {items.map((item, index) => (
        <fieldset key={item.at} className="grid gap-3 rounded-md border border-line p-3">
          {names.map((name) => {
            const Field = name === 'bodyTh' || name === 'bodyEn' ? TextArea : TextField
            return (
              <Field
                key={name}
                label={t(labels[name])}
                value={item[name]}
                error={checked && isWrong(index, name) ? t('declaration.wrong') : undefined}
                onChange={(event) =>
                  setItems(
                    items.map((one) => (one.at === item.at ? { ...one, [name]: event.target.value } : one)),
                  )
                }
              />
            )
          })}
          {items.length > 1 && (
            <div>
              <Button
                look="quiet"
                size="small"
                onClick={() => setItems(items.filter(({ at }) => at !== item.at))}
              >
                {t('declaration.removeItem')}
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" onClick={() => setItems([...items, empty()])}>
          {t('declaration.addItem')}
        </Button>
        <Button type="submit" size="small">
          {t('declaration.save')}
        </Button>
        <Button look="quiet" size="small" onClick={onClose}>
          {t('decision.leave')}
        </Button>
      </div>
      {ready && <Confirm about={ready} onClose={() => setReady(undefined)} onDone={onClose} />}
    </form>
  )
}

function Confirm(props: { about: NewDeclarations; onClose: () => void; onDone: () => void }) {
  const { t } = useText()
  const key = useRef(crypto.randomUUID())
  const [made, setMade] = useState<string>()
  return (
    <DecisionDialog
      title={t('declaration.save')}
      reason={reasonOf(declarationAdminHttp.setDeclarations)}
      act={async (note) => {
        const { declaration_id } = await setDeclarations(props.about, { note, key: key.current })
        setMade(declaration_id)
      }}
      stale={[ISSUERS]}
      target={made ?? ''}
      onClose={made === undefined ? props.onClose : props.onDone}
    >
      <p>{t('declaration.saveText')}</p>
    </DecisionDialog>
  )
}
