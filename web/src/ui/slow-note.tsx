import { type TextKey, useText } from '../i18n/index.ts'
import { LONG_ACTION_MS, useLong } from '../lib/use-long.ts'

const texts = { action: 'slow.action', pay: 'slow.pay', bank: 'slow.bank' } as const satisfies Record<
  string,
  TextKey
>

/** Says that what a person has asked for takes longer than usual, and that nothing is lost; its place is always there. */
export function SlowNote({ waiting, about = 'action' }: { waiting: boolean; about?: keyof typeof texts }) {
  const { t } = useText()
  const long = useLong(waiting, LONG_ACTION_MS)
  return (
    <p role="status" className="text-sm text-soft empty:hidden">
      {long && t(texts[about])}
    </p>
  )
}
