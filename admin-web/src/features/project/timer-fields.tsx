import { TextField } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../i18n/index.ts'
import type { TimerDraft } from './timer-draft.ts'

type Props = {
  timer: TimerDraft
  /** fields of the contract that are not right */
  wrong: ReadonlySet<string>
  onChange: (timer: TimerDraft) => void
}

const paths = {
  limit: 'limit',
  age: 'age',
  cooldown: 'cooldown',
  start: 'active_start',
  end: 'active_end',
} as const satisfies Record<keyof TimerDraft, string>

/** CA-69: when something may be used, and how often. */
export function TimerFields({ timer, wrong, onChange }: Props) {
  const { t } = useText()
  const field = (name: keyof TimerDraft, label: TextKey, fault: TextKey) => ({
    label: t(label),
    value: timer[name],
    error: wrong.has(paths[name]) ? t(fault) : undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...timer, [name]: target.value }),
  })
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-1 gap-4">
        <TextField {...field('start', 'coupon.start', 'fault.date')} type="datetime-local" step={1} />
        <TextField {...field('end', 'coupon.end', 'fault.order')} type="datetime-local" step={1} />
      </div>
      <TextField {...field('limit', 'coupon.limit', 'fault.count')} inputMode="numeric" />
      <TextField {...field('cooldown', 'coupon.cooldown', 'fault.count')} inputMode="numeric" />
      <TextField {...field('age', 'coupon.age', 'fault.count')} inputMode="numeric" />
    </div>
  )
}
