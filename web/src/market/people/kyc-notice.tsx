import { lazyPart, Part } from '@talad/ui/components/part'
import { Skeleton } from '@talad/ui/components/status'
import type { KycProps } from './kyc-steps.tsx'

const KycSteps = lazyPart(() => import('./kyc-steps.tsx'))

/** What is missing to trade, for the few to whom it is: fetched when it is shown. */
export function KycNotice(props: KycProps) {
  return (
    <Part fallback={<Skeleton className="h-40 rounded-md" />}>
      <KycSteps {...props} />
    </Part>
  )
}
