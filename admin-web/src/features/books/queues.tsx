import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { differingQuery } from './days.ts'

/** Days on which we and a provider say different things, each provider's by itself. */
export default function ReconciliationQueues() {
  const { t } = useText()
  const cards = useQuery(differingQuery(undefined)).data
  const payouts = useQuery(differingQuery('payout')).data
  return (
    <>
      <QueueCard
        title={`${t('queue.reconciliation')}: ${t('reconciliation.cards')}`}
        to="/reconciliations"
        count={cards?.count}
        oldest={cards?.oldest}
      />
      <QueueCard
        title={`${t('queue.reconciliation')}: ${t('reconciliation.payouts')}`}
        to="/reconciliations"
        search={{ provider: 'payout' }}
        count={payouts?.count}
        oldest={payouts?.oldest}
      />
    </>
  )
}
