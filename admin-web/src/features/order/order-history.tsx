import type { AdminOrder, OrderHistoryEntry } from '@talad/proto/http/order-book/order-admin'
import { useText } from '../../i18n/index.ts'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { historyTexts, invalidText } from './words.ts'

type Props = { entries: readonly OrderHistoryEntry[]; type: AdminOrder['type'] }

/** All that happened to an order, oldest first. */
export function OrderHistory({ entries, type }: Props) {
  const { t } = useText()
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('order.history')}</h3>
      <ol className="grid gap-3">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the past has one order, and several things happen in one moment
          <li key={`${entry.at}${index}`} className="grid gap-0.5 border-l-2 border-line pl-3 text-sm">
            <p className="font-semibold">
              {t(historyTexts[entry.type])}
              {entry.units !== null && ` · ${t('order.units', { count: entry.units })}`}
            </p>
            {entry.reasons.map((reason) => (
              <p key={reason}>{t(invalidText(reason, type))}</p>
            ))}
            {entry.by !== null && <Ident value={entry.by} />}
            {entry.tx !== null && (
              <p>
                <Ident value={entry.tx} short /> · {t('delivery.block')} {entry.block}
              </p>
            )}
            <p className="text-soft">
              <Moment at={entry.at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
