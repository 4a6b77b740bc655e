import { ShieldIcon } from '@talad/ui/components/icons'
import { Link } from '@tanstack/react-router'
import { useLateText } from '../../../i18n/late.ts'

/** What the card provider takes. */
const cards = ['Visa', 'Mastercard', 'JCB'] as const

/** Before somebody pays: which cards, who sees the number, and what happens when it fails. */
export function Trust() {
  const { t } = useLateText()
  return (
    <div className="grid justify-items-center gap-2 text-sm text-soft">
      <ul aria-label={t('pay.cards')} className="flex gap-2">
        {cards.map((card) => (
          <li key={card} className="rounded-sm border border-line px-2 py-0.5 text-xs font-semibold">
            {card}
          </li>
        ))}
      </ul>
      <p className="flex items-start gap-2">
        <ShieldIcon className="mt-0.5 size-4 shrink-0 text-leaf" />
        {t('pay.safe')}
      </p>
      <Link
        to="/about/$page"
        params={{ page: 'refund' }}
        target="_blank"
        className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
      >
        {t('pay.refundTerms')}
      </Link>
    </div>
  )
}
