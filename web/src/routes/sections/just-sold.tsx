import { Section } from '@talad/ui/components/section'
import { useInfiniteQuery } from '@tanstack/react-query'
import { eventsQuery } from '../../features/activity/api/events.ts'
import EventList from '../../features/activity/components/event-list.tsx'
import { readAgainIn } from './reads.ts'

/** What was sold last. */
export default function JustSold({ title, quantity }: { title: string; quantity: number }) {
  const filter = { sort: 'sale' } as const
  useInfiniteQuery({
    ...eventsQuery(filter, quantity),
    refetchInterval: ({ state }) =>
      readAgainIn(!state.data || state.data.pages[0]?.list.length === quantity, state),
  })
  return (
    <Section title={title}>
      <EventList filter={filter} withAsset limit={quantity} />
    </Section>
  )
}
