import { Loaded } from '../../ui/loaded.tsx'
import { useTopup } from './api.ts'
import { Refunds, TopupDetail } from './topup-detail.tsx'

/** The card payment that is open beside a list. */
export function OpenTopup({ id, onNext }: { id: string; onNext?: (() => void) | undefined }) {
  return (
    <Loaded query={useTopup(id)}>
      {({ topup, refunds }) => (
        <>
          <TopupDetail topup={topup} onNext={onNext} />
          <Refunds refunds={refunds} />
        </>
      )}
    </Loaded>
  )
}
