import { LONG_ACTION_MS, useLong } from '../browser/use-long.ts'
import { useText } from '../i18n/words.ts'

/**
 * Says that what a person has asked for takes longer than usual, and that nothing is lost; its place is always there.
 * `text` says it for something that people worry about more than usual.
 */
export function SlowNote({ waiting, text }: { waiting: boolean; text?: string }) {
  const { t } = useText()
  const long = useLong(waiting, LONG_ACTION_MS)
  return (
    <p role="status" className="text-sm text-soft empty:hidden">
      {long && (text ?? t('slow.action'))}
    </p>
  )
}
