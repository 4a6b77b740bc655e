import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { waitingQuery } from './api.ts'

/** What waits of purchases and card payments. */
export function CardQueues() {
  const { t } = useText()
  const { data } = useQuery(waitingQuery)
  return (
    <>
      <QueueCard title={t('mismatches.title')} to="/mismatches" {...of(data?.held)} />
      <QueueCard
        title={t('queue.unreturned')}
        to="/topups"
        search={{ unreturned: '1', sort: 'created' }}
        {...of(data?.unreturned)}
      />
      <QueueCard
        title={t('queue.incidents')}
        to="/shippings"
        search={{ incident: '1', sort: 'created' }}
        {...of(data?.incidents)}
      />
      <QueueCard
        title={t('queue.failedRefunds')}
        to="/refunds"
        search={{ st: 'failed', newest: '1' }}
        {...of(data?.refunds)}
      />
    </>
  )
}

function of(waiting: { count: number; oldest: string | null } | undefined) {
  return { count: waiting?.count, oldest: waiting?.oldest }
}
