import { lazyPart, Part } from '@talad/ui/components/part'
import { useLocation } from '@tanstack/react-router'
import { useUnpaid } from '../features/purchase/api/shippings.ts'

/** The pages of a purchase say themselves how it stands. */
const OWN_PAGES = /^\/payment\//

// Mostly there is nothing to pay.
const UnpaidBar = lazyPart(() => import('./unpaid-bar.tsx'))

/** What is reserved and not paid, on every page until it is. */
export default function PayBar({ account }: { account: string }) {
  const { pathname } = useLocation()
  const [shipping] = useUnpaid(account)
  if (!shipping || OWN_PAGES.test(pathname)) return null
  return (
    <Part onMissing={() => {}}>
      <UnpaidBar shipping={shipping} />
    </Part>
  )
}
