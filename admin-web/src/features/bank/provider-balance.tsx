import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { messageOf } from '../../lib/refusal.ts'
import { payoutStateQuery } from './api.ts'

/** What lies at the payout provider, beside the decision; says so where it is less than is asked for. */
export function ProviderBalance({ net }: { net?: number }) {
  const { t } = useText()
  const { data, error } = useQuery(payoutStateQuery)
  // that the provider is away is an answer of ours; what else goes wrong says so itself
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!data) return null
  const { provider_balance: balance, frozen } = data
  const isShort = balance !== null && net !== undefined && balance.available_balance < net
  return (
    <div className="grid gap-2">
      {frozen && <Notice tone="bad">{t('provider.frozen')}</Notice>}
      {balance === null ? (
        <Notice tone="bad">{t('provider.unknown')}</Notice>
      ) : (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          <div className="flex gap-2">
            <dt className="text-soft">{t('provider.available')}</dt>
            <dd className={`font-semibold tabular-nums ${isShort ? 'text-chili' : ''}`}>
              {formatSum(balance.available_balance)}
            </dd>
          </div>
          <div className="flex gap-2">
            <dt className="text-soft">{t('provider.ledger')}</dt>
            <dd className="tabular-nums">{formatSum(balance.ledger_balance)}</dd>
          </div>
        </dl>
      )}
      {isShort && <Notice tone="bad">{t('provider.short')}</Notice>}
    </div>
  )
}
