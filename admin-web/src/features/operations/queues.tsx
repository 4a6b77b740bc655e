import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { stuckQuery } from './api.ts'

/** What is stuck in the services; one that is silent is told only where there is one. */
export default function StuckQueues() {
  const { t } = useText()
  const { data } = useQuery(stuckQuery)
  return (
    <>
      <QueueCard
        title={t('letters.title')}
        to="/dead-letters"
        count={data?.letters.count}
        oldest={data?.letters.oldest}
      />
      <QueueCard
        title={t('job.failing')}
        to="/jobs"
        search={{ failing: '1' }}
        count={data?.jobs.count}
        oldest={data?.jobs.oldest}
      />
      {data && data.silent.count > 0 && (
        <QueueCard title={t('queue.silent')} to="/operations" {...data.silent} />
      )}
    </>
  )
}
