import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../ui/loaded.tsx'
import { topupQuery } from './api.ts'
import { Refunds, TopupDetail } from './topup-detail.tsx'

/** The card payment that is open beside a list. */
export function OpenTopup({ id, onNext }: { id: string; onNext?: (() => void) | undefined }) {
  return (
    <Loaded query={useQuery(topupQuery(id))}>
      {({ topup, refunds }) => (
        <>
          <TopupDetail topup={topup} onNext={onNext} />
          <Refunds refunds={refunds} />
        </>
      )}
    </Loaded>
  )
}
