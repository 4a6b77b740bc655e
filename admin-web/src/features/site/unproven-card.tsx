import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/index.ts'
import { QueueCard } from '../../ui/queue-card.tsx'
import { sitesQuery } from './api.ts'
import { unprovenOf } from './unproven.ts'

/** Of all sites, for who may mend it: told on the first page of the desk. */
export function UnprovenCard() {
  const { t } = useText()
  const { data } = useQuery({ ...sitesQuery, refetchInterval: 60_000 })
  const hosts = data?.flatMap(unprovenOf)
  const [oldest] = (hosts ?? []).flatMap(({ proof }) => proof.missing_since ?? []).sort()
  return <QueueCard title={t('proof.queue')} to="/sites" count={hosts?.length} oldest={oldest} />
}
