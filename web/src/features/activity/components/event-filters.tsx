import { type LateKey, useLateText } from '../../../i18n/late.ts'
import { type EventSort, eventSorts } from '../api/events.ts'

const texts: Record<EventSort, LateKey> = {
  sale: 'event.sale',
  list: 'event.list',
  transfer: 'event.transfer',
  cancel: 'event.cancel',
}

/** Everything that happened, or one sort of it. */
export function EventFilters({
  value,
  onChange,
}: {
  value: EventSort | undefined
  onChange: (next: EventSort | undefined) => void
}) {
  const { t } = useLateText()
  return (
    <fieldset className="slide flex min-w-0 gap-2 overflow-x-auto py-1">
      <legend className="sr-only">{t('event.type')}</legend>
      {[undefined, ...eventSorts].map((sort) => (
        <button
          key={sort ?? 'all'}
          type="button"
          aria-pressed={sort === value}
          onClick={() => onChange(sort)}
          className="min-h-9 shrink-0 rounded-full border border-line px-3.5 text-sm font-medium whitespace-nowrap text-soft hover:border-leaf hover:text-leaf aria-pressed:border-leaf aria-pressed:bg-leaf-wash aria-pressed:text-leaf"
        >
          {sort === undefined ? t('event.all') : t(texts[sort])}
        </button>
      ))}
    </fieldset>
  )
}
