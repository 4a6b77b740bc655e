import { Button } from '@talad/ui/components/button'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { type AssetRow, type AttributeKind, type AttributeRow, kinds, newKey } from './draft.ts'
import { useFaultText } from './fault-words.ts'
import type { Faults } from './faults.ts'
import { Cell, ChoiceCell, Row } from './rows.tsx'
import { UploadCell } from './upload-cell.tsx'

export const kindTexts = {
  text: 'payload.kindText',
  plain: 'payload.kindPlain',
  number: 'payload.kindNumber',
  boost_number: 'payload.kindBoost',
  boost_percentage: 'payload.kindPercent',
  date: 'payload.kindDate',
} as const satisfies Record<AttributeKind, TextKey>

type Props<R> = { rows: readonly R[]; faults: Faults; onChange: (rows: R[]) => void }

function useRows<R extends AssetRow>({ rows, onChange }: Pick<Props<R>, 'rows' | 'onChange'>) {
  return {
    put: (row: R) => onChange(rows.map((one) => (one.key === row.key ? row : one))),
    remove: ({ key }: R) => onChange(rows.filter((one) => one.key !== key)),
    add: (row: R) => onChange([...rows, row]),
  }
}

/** CA-62: addresses of pictures and files by their names; `{id}` in one is the id of the token. */
export function AssetsPart({ rows, faults, onChange }: Props<AssetRow>) {
  const { t } = useText()
  const words = useFaultText()
  const { put, remove, add } = useRows({ rows, onChange })
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Row
            key={row.key}
            name={row.name}
            fault={words(faults.get(`assets.${row.name}`))}
            onRemove={() => remove(row)}
          >
            <Cell
              label={t('payload.assetName')}
              value={row.name}
              onChange={(name) => put({ ...row, name })}
            />
            <Cell
              label={t('payload.address')}
              value={row.value}
              onChange={(value) => put({ ...row, value })}
            />
            <UploadCell name={row.name} onUploaded={(value) => put({ ...row, value })} />
          </Row>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          look="quiet"
          onClick={() =>
            add({ key: newKey(), name: rows.some(({ name }) => name === 'image') ? '' : 'image', value: '' })
          }
        >
          {t('payload.addAsset')}
        </Button>
      </div>
    </>
  )
}

/** CA-63: traits, and how wallets and markets show them. */
export function AttributesPart({ rows, faults, onChange }: Props<AttributeRow>) {
  const { t } = useText()
  const words = useFaultText()
  const { put, remove, add } = useRows({ rows, onChange })
  const options = kinds.map((value) => ({ value, label: t(kindTexts[value]) }))
  return (
    <>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Row
            key={row.key}
            name={row.name}
            fault={words(faults.get(`attributes.${row.name}`))}
            onRemove={() => remove(row)}
          >
            <Cell
              label={t('payload.attributeName')}
              value={row.name}
              onChange={(name) => put({ ...row, name })}
            />
            <Cell
              label={t('payload.value')}
              value={row.value}
              type={row.kind === 'date' ? 'datetime-local' : 'text'}
              fault={words(faults.get(`attributes.${row.name}.value`))}
              onChange={(value) => put({ ...row, value })}
            />
            <ChoiceCell
              label={t('payload.display')}
              value={row.kind}
              options={options}
              onChange={(kind) => put({ ...row, kind })}
            />
          </Row>
        ))}
      </ul>
      <div>
        <Button
          size="small"
          look="quiet"
          onClick={() => add({ key: newKey(), name: '', kind: 'text', value: '' })}
        >
          {t('payload.addAttribute')}
        </Button>
      </div>
    </>
  )
}
