import { Section } from '@talad/ui/components/section'
import { useInfiniteQuery } from '@tanstack/react-query'
import { eventsQuery } from '../features/activity/api/events.ts'
import EventList from '../features/activity/components/event-list.tsx'
import { useText } from '../i18n/index.ts'
import { readAgainIn } from './home-hero.tsx'

/** Sales that are told of. */
const SOLD = 6

/** What was sold last. */
export default function JustSold() {
  const { t } = useText()
  const filter = { sort: 'sale' } as const
  useInfiniteQuery({
    ...eventsQuery(filter, SOLD),
    refetchInterval: ({ state }) =>
      readAgainIn(!state.data || state.data.pages[0]?.list.length === SOLD, state),
  })
  return (
    <Section title={t('home.justSold')}>
      <EventList filter={filter} withAsset limit={SOLD} />
    </Section>
  )
}
