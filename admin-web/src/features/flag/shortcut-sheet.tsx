import { Dialog } from '@talad/ui/components/dialog'
import { useText } from '../../i18n/index.ts'

const keys = [
  ['J', 'flag.keyNext'],
  ['K', 'flag.keyPrevious'],
  ['X', 'flag.keySelect'],
  ['C', 'flag.keyClaim'],
  ['I · Enter', 'flag.keyIgnore'],
  ['S · 1 2 3', 'flag.keySuspend'],
  ['N', 'flag.keySkip'],
  ['U', 'flag.keyUndo'],
  ['O', 'flag.keyOrder'],
  ['?', 'flag.keyHelp'],
] as const

type Props = { isOn: boolean; onTurn: (on: boolean) => void; onClose: () => void }

/** The keys of the queue, and the switch that turns them off. */
export function ShortcutSheet({ isOn, onTurn, onClose }: Props) {
  const { t } = useText()
  return (
    <Dialog title={t('flag.keys')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-mono font-semibold">{key}</dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-6 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => onTurn(target.checked)}
          className="size-4 accent-leaf"
        />
        {t('flag.keysOn')}
      </label>
    </Dialog>
  )
}
