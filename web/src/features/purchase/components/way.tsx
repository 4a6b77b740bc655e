import { CheckIcon } from '@talad/ui/components/icons'
import { type LateKey, useLateText } from '../../../i18n/late.ts'

const stops: readonly LateKey[] = ['way.check', 'way.pay', 'way.receive']

/** Where a buyer is on the way to the thing: check, pay, receive. */
export function Way({ at }: { at: 0 | 1 | 2 }) {
  const { t } = useLateText()
  return (
    <ol className="grid grid-cols-3 gap-1.5 text-sm">
      {stops.map((stop, index) => (
        <li
          key={stop}
          aria-current={index === at ? 'step' : undefined}
          className={`flex items-center gap-1.5 border-t-3 pt-1.5 ${index <= at ? 'border-leaf' : 'border-line text-soft'} ${index === at ? 'font-semibold' : ''}`}
        >
          {index < at && <CheckIcon className="size-4 text-leaf" />}
          {t(stop)}
        </li>
      ))}
    </ol>
  )
}
