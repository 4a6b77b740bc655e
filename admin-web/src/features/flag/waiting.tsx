import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { waitingFlags } from './api.ts'

export function FlagQueueCard() {
  const { t } = useText()
  const { data } = useQuery(waitingFlags)
  return <QueueCard title={t('flag.title')} to="/flags" count={data?.count} oldest={data?.oldest} />
}
