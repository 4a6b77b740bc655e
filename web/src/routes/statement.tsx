import type { Profile } from '@talad/proto/http/identity/profile'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { PrintIcon } from '@talad/ui/components/more-icons'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useSession } from '@talad/ui/session/session'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { StatementSheet } from '../features/account/components/statement-sheet.tsx'
import { readAll } from '../features/account/export/read-all.ts'
import type { Unit } from '../features/account/kinds.ts'
import { daysOf } from '../features/account/period.ts'
import { purchasesOf } from '../features/account/statement.ts'
import { useLateText } from '../i18n/late.ts'
import { useMoneyText } from '../i18n/money.ts'
import { useProfile } from '../market/people/profile.ts'
import { keys } from '../market/reads/query-keys.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { assetsOfPurchases, namesOf } from './thing.tsx'

const route = getRouteApi('/account/statement')

function Sheet({ account, profile }: { account: string; profile: Profile }) {
  const { t, language } = useMoneyText()
  const { t: word } = useLateText()
  const search = route.useSearch()
  const unit: Unit = search.unit === 'earned' ? 'ft_thb' : 'pt_thb'
  const { period = 'all', from, to } = search
  const days = daysOf(period, { from, to }, Date.now())
  const filter = { unit, kind: 'all' as const, ...days }
  const all = useQuery({
    queryKey: [keys.credit, account, 'all', filter],
    queryFn: async ({ signal }) => {
      const flows = await readAll(filter, () => {}, signal)
      const assets = await assetsOfPurchases(purchasesOf(flows))
      return { flows, assets, at: new Date().toISOString() }
    },
    // a sheet does not change while it is looked at
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (all.isPending) return <Skeleton className="h-[60rem]" />
  if (all.isError) return <LoadError isPage error={all.error} retry={() => void all.refetch()} />
  const { flows, assets, at } = all.data
  return (
    <>
      <div className="no-print flex flex-wrap justify-between gap-3">
        <Link
          to="/account"
          search={{ ...search, tab: 'money' }}
          className={`${buttonClass('plain', 'small')} -ml-4`}
        >
          {t('sheet.back')}
        </Link>
        <Button look="quiet" size="small" onClick={() => window.print()}>
          <PrintIcon />
          {word('receipt.print')}
        </Button>
      </div>
      <StatementSheet
        profile={profile}
        unit={unit}
        days={days}
        flows={flows}
        names={namesOf(assets, language)}
        at={at}
      />
    </>
  )
}

/** A statement to be printed or kept as a file. */
export default function StatementPage() {
  const { t } = useLateText()
  const { t: own } = useMoneyText()
  const session = useSession()
  const profile = useProfile()
  const isCustomer = session.kind === 'user' && session.isCustomer
  return (
    <div className="page grid max-w-4xl gap-5 pt-10 *:min-w-0 print:max-w-none print:p-0">
      <title>{own('money.statement')}</title>
      {isCustomer && profile.data && <Sheet account={session.accountId} profile={profile.data} />}
      {isCustomer && profile.isError && (
        <LoadError isPage error={profile.error} retry={() => void profile.refetch()} />
      )}
      {(session.kind === 'starting' || (isCustomer && profile.isPending)) && (
        <Skeleton className="h-[60rem]" />
      )}
      {session.kind === 'user' && !session.isCustomer && <Empty isPage title={t('account.noCustomer')} />}
      {session.kind === 'visitor' && (
        <Empty isPage title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      )}
    </div>
  )
}
