import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { waitingBankRequests, waitingWithdrawals } from './api.ts'

export function WithdrawalQueue() {
  const { t } = useText()
  const { data } = useQuery(waitingWithdrawals)
  return (
    <QueueCard title={t('withdrawals.title')} to="/withdrawals" count={data?.count} oldest={data?.oldest} />
  )
}

export function BankRequestQueue() {
  const { t } = useText()
  const { data } = useQuery(waitingBankRequests)
  return (
    <QueueCard
      title={t('bankRequests.title')}
      to="/bank-requests"
      count={data?.count}
      oldest={data?.oldest}
    />
  )
}
