import { Button } from '@talad/ui/components/button'
import { TextArea, TextField } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { newKey } from '../payload/draft.ts'
import { Cell, ChoiceCell, Row } from '../payload/rows.tsx'
import { ThemeForm } from '../theme-form.tsx'
import { ThemePreview } from '../theme-preview.tsx'
import type { VirtualDraft } from './draft.ts'
import type { EntryRow, ExtrasDraft, Kind } from './extras-draft.ts'

const mapTexts = {
  attributes: { title: 'extras.attributes', hint: 'extras.attributesHint', add: 'payload.addAttribute' },
  texts: { title: 'extras.texts', hint: 'extras.textsHint', add: 'extras.addText' },
} as const satisfies Record<string, Record<string, TextKey>>

type Props = {
  kind: Kind
  draft: VirtualDraft
  /** paths of what is wrong, as the contract has them */
  wrong: ReadonlySet<string>
  onChange: (draft: VirtualDraft) => void
}

/** What it is found by, the texts and the look of its pages, and free data for programs (CA-8, CA-9). */
export function ExtraFields({ kind, draft, wrong, onChange }: Props) {
  const { t } = useText()
  const { extras } = draft
  const put = (part: Partial<ExtrasDraft>) => onChange({ ...draft, extras: { ...extras, ...part } })
  return (
    <div className="grid max-w-4xl gap-6">
      {(['attributes', 'texts'] as const).map((map) => (
        <Entries
          key={map}
          map={map}
          rows={extras[map]}
          wrong={wrong}
          onChange={(rows) => put({ [map]: rows })}
        />
      ))}
      {kind === 'item' ? (
        <TextArea
          label={t('metadata.title')}
          hint={t('extras.metadataHint')}
          error={wrong.has('metadata') ? t('project.wrong', { hint: t('extras.metadataHint') }) : undefined}
          rows={5}
          value={extras.metadata}
          spellCheck={false}
          onChange={({ target }) => put({ metadata: target.value })}
        />
      ) : (
        <section className="grid gap-5">
          <h3 className="text-base">{t('theme.colours')}</h3>
          <TextField
            label={t('theme.cover')}
            hint={t('theme.coverHint')}
            error={wrong.has('theme.cover') ? t('project.wrong', { hint: t('theme.coverHint') }) : undefined}
            value={extras.cover}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => put({ cover: target.value })}
          />
          <ThemeForm colours={extras.colours} onChange={(colours) => put({ colours })} />
          <ThemePreview
            colours={extras.colours}
            cover={extras.cover}
            name={draft.name}
            description={draft.description}
          />
        </section>
      )}
    </div>
  )
}

type EntriesProps = {
  map: keyof typeof mapTexts
  rows: readonly EntryRow[]
  wrong: ReadonlySet<string>
  onChange: (rows: readonly EntryRow[]) => void
}

function Entries({ map, rows, wrong, onChange }: EntriesProps) {
  const { t } = useText()
  const { title, hint, add } = mapTexts[map]
  const put = (row: EntryRow) => onChange(rows.map((one) => (one.key === row.key ? row : one)))
  return (
    <section className="grid gap-3">
      <h3 className="text-base">{t(title)}</h3>
      <p className="text-sm text-soft">{t(hint)}</p>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Row
            key={row.key}
            name={row.name}
            fault={wrong.has(`${map}.${row.name.trim()}`) ? t('extras.wrong') : undefined}
            onRemove={() => onChange(rows.filter((one) => one.key !== row.key))}
          >
            <Cell label={t('extras.name')} value={row.name} onChange={(name) => put({ ...row, name })} />
            <Cell label={t('payload.value')} value={row.value} onChange={(value) => put({ ...row, value })} />
            {map === 'attributes' && (
              <ChoiceCell
                label={t('model.type')}
                value={row.isNumber ? 'number' : 'text'}
                options={[
                  { value: 'text', label: t('payload.kindText') },
                  { value: 'number', label: t('payload.kindPlain') },
                ]}
                onChange={(kind) => put({ ...row, isNumber: kind === 'number' })}
              />
            )}
          </Row>
        ))}
      </ul>
      <div>
        <Button
          size="small"
          look="quiet"
          onClick={() => onChange([...rows, { key: newKey(), name: '', value: '', isNumber: false }])}
        >
          {t(add)}
        </Button>
      </div>
    </section>
  )
}
