import { SelectField, TextField } from '@talad/ui/components/field'
import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { kindsOf, type Unit } from '../kinds.ts'
import { bangkokDay, type Days } from '../period.ts'
import { type Kind, type Period, periods } from '../search.ts'

const kindTexts: Record<Kind, LateKey> = {
  all: 'credit.kindAll',
  topup: 'credit.topup',
  purchase: 'credit.purchase',
  sale: 'credit.sale',
  refund: 'credit.refund',
  withdrawal: 'credit.withdrawal',
  held: 'credit.kindHeld',
}
const periodTexts: Record<Period, LateKey> = {
  all: 'credit.periodAll',
  month: 'credit.periodMonth',
  lastMonth: 'credit.periodLastMonth',
  days90: 'credit.period90',
  year: 'credit.periodYear',
  own: 'credit.periodOwn',
}

/** What is to be seen of a statement. */
export type Choice = { kind: Kind; period: Period; own: Days }

type Props = { unit: Unit; choice: Choice; onChange: (next: Choice) => void }

/** Chooses kind and period of a statement. */
export function StatementFilter({ unit, choice, onChange }: Props) {
  const { t } = useLateText()
  const { kind, period, own } = choice
  return (
    <div className="grid gap-3 min-[22.5rem]:grid-cols-2 md:flex md:flex-wrap md:*:w-40">
      <SelectField
        label={t('credit.kind')}
        value={kind}
        onChange={({ target }) => {
          const next = kindsOf[unit].find((one) => one === target.value)
          if (next) onChange({ ...choice, kind: next })
        }}
        options={kindsOf[unit].map((value) => ({ value, label: t(kindTexts[value]) }))}
      />
      <SelectField
        label={t('credit.period')}
        value={period}
        onChange={({ target }) => {
          const next = periods.find((one) => one === target.value)
          if (next) onChange({ ...choice, period: next })
        }}
        options={periods.map((value) => ({ value, label: t(periodTexts[value]) }))}
      />
      {period === 'own' &&
        (['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={end === 'from' ? t('credit.from') : t('credit.to')}
            value={own[end] ?? ''}
            min={end === 'to' ? own.from : undefined}
            max={end === 'from' ? (own.to ?? bangkokDay(Date.now())) : bangkokDay(Date.now())}
            onChange={({ target }) =>
              onChange({ ...choice, own: { ...own, [end]: target.value || undefined } })
            }
          />
        ))}
    </div>
  )
}
