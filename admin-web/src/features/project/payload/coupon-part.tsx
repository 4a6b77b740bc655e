import { SelectField, TextArea, TextField } from '@talad/ui/components/field'
import { useId } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { type CouponDraft, type CouponSource, sources } from './coupon-draft.ts'
import { useFaultText } from './fault-words.ts'
import type { Faults } from './faults.ts'

const sourceTexts = {
  code: 'coupon.code',
  codes: 'coupon.codes',
  codegen: 'coupon.codegen',
  codepool: 'coupon.codepool',
} as const satisfies Record<CouponSource, TextKey>

type TextName = Exclude<keyof CouponDraft, 'source' | 'isPublic'>
/** Where the server finds a field. */
const paths: Partial<Record<TextName, string>> = {
  length: 'codegen',
  charset: 'codegen',
  prefix: 'codegen',
  start: 'active_start',
  end: 'active_end',
}

type Props = { coupon: CouponDraft; faults: Faults; onChange: (coupon: CouponDraft) => void }

/** CA-66, CA-69: where the code of a coupon comes from, who sees it, and when it counts. */
export function CouponPart({ coupon, faults, onChange }: Props) {
  const { t } = useText()
  const id = useId()
  const words = useFaultText()
  const faultAt = (name: string) =>
    words(
      [...faults].find(
        ([path]) => path === `coupon-code.${name}` || path.startsWith(`coupon-code.${name}.`),
      )?.[1],
    )
  const field = (name: TextName, label: TextKey) => ({
    label: t(label),
    value: coupon[name],
    error: faultAt(paths[name] ?? name),
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...coupon, [name]: target.value }),
  })
  const number = { inputMode: 'numeric' } as const
  const time = { type: 'datetime-local', step: 1 } as const
  const publicFault = faultAt('public')
  return (
    <div className="grid gap-4">
      <SelectField
        label={t('coupon.source')}
        value={coupon.source}
        options={sources.map((value) => ({ value, label: t(sourceTexts[value]) }))}
        onChange={({ target }) => {
          const source = sources.find((one) => one === target.value)
          if (source) onChange({ ...coupon, source })
        }}
      />
      {coupon.source === 'code' && <TextField {...field('code', 'coupon.code')} />}
      {coupon.source === 'codes' && (
        <TextArea {...field('codes', 'coupon.codes')} hint={t('coupon.codesHint')} />
      )}
      {coupon.source === 'codepool' && <TextField {...field('codepool', 'coupon.pool')} />}
      {coupon.source === 'codegen' && (
        <div className="grid gap-4 sm:grid-cols-3">
          <TextField {...field('length', 'coupon.length')} {...number} placeholder="6–32" />
          <TextField {...field('charset', 'coupon.charset')} />
          <TextField {...field('prefix', 'coupon.prefix')} />
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('start', 'coupon.start')} {...time} />
        <TextField {...field('end', 'coupon.end')} {...time} />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField {...field('limit', 'coupon.limit')} {...number} />
        <TextField {...field('age', 'coupon.age')} {...number} />
        <TextField {...field('cooldown', 'coupon.cooldown')} {...number} />
      </div>
      <TextArea {...field('description', 'coupon.description')} rows={2} />
      <div className="grid gap-1">
        <label htmlFor={id} className="flex min-h-10 items-center gap-3">
          <input
            id={id}
            type="checkbox"
            checked={coupon.isPublic}
            onChange={({ target }) => onChange({ ...coupon, isPublic: target.checked })}
            className="size-5 accent-leaf"
          />
          {t('coupon.public')}
        </label>
        <p className="text-sm text-soft">{t('coupon.publicHint')}</p>
        {publicFault !== undefined && (
          <p role="alert" className="text-sm text-chili">
            {publicFault}
          </p>
        )}
      </div>
    </div>
  )
}
