import type { Profile } from '@talad/proto/http/identity/profile'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty, Notice, Skeleton } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { useSession } from '@talad/ui/session/session'
import { signOut } from '@talad/ui/session/sign-out'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { AccountWaiting, NameWaiting } from '../features/account/components/account-waiting.tsx'
import { Person } from '../features/account/components/person.tsx'
import { useText } from '../i18n/index.ts'
import { useOwnText } from '../i18n/own.ts'
import { KycNotice } from '../market/people/kyc-notice.tsx'
import { useProfile } from '../market/people/profile.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { AccountFirst } from './account-first.tsx'

const AccountItems = lazyPart(() => import('./account-items.tsx'))
const AccountListings = lazyPart(() => import('./account-listings.tsx'))
const AccountOffers = lazyPart(() => import('./account-offers.tsx'))
const AccountMoney = lazyPart(() => import('./account-money.tsx'))
const Wallets = lazyPart(() => import('../features/wallets/components/wallets.tsx'))
const OwnReports = lazyPart(() => import('../features/report/components/own-reports.tsx'))
const AccountTrades = lazyPart(() => import('./account-trades.tsx'))

const DisplayName = lazyPart(() => import('../features/account/components/display-name.tsx'))
const route = getRouteApi('/account')
/** What buying, selling and withdrawing need. */
const NEEDED_LEVEL = 2
const WAY = 'inline-flex min-h-6 items-center text-sm font-semibold text-leaf underline underline-offset-4'

type Whose = { account: string; profile: Profile; kycLevel: number }

/** What waits for the person first, then the parts of the account. */
function Parts({ account, profile, kycLevel }: Whose) {
  const { t } = useOwnText()
  const { t: word } = useText()
  const { tab = 'items' } = route.useSearch()
  const navigate = route.useNavigate()
  const customerId = profile.customer_id ?? undefined
  const tabs = [
    { value: 'items', text: t('account.items') },
    { value: 'listings', text: t('account.listings') },
    { value: 'offers', text: t('account.offers') },
    { value: 'purchases', text: t('account.purchases') },
    { value: 'sales', text: t('account.sales') },
    { value: 'money', text: t('account.money') },
    { value: 'wallets', text: t('wallets.tab') },
    { value: 'reports', text: t('report.own') },
  ] as const
  return (
    <>
      {kycLevel < NEEDED_LEVEL && (
        <div className="max-w-xl">
          <KycNotice level={kycLevel} />
        </div>
      )}
      <AccountFirst account={account} />
      <Tabs
        label={word('nav.account')}
        value={tab}
        tabs={tabs}
        onChange={(next) =>
          void navigate({
            search: { tab: next === 'items' ? undefined : next },
            replace: true,
            resetScroll: false,
          })
        }
      >
        <h2 className="sr-only">{tabs.find(({ value }) => value === tab)?.text}</h2>
        <Part fallback={<Skeleton className="h-96 rounded-lg" />}>
          {tab === 'items' && (
            <>
              <p className="mb-5">
                <Link to="/account/wallet" className={WAY}>
                  {t('items.virtual')}
                </Link>
              </p>
              <AccountItems profile={profile} />
            </>
          )}
          {tab === 'listings' && <AccountListings customerId={customerId} />}
          {tab === 'offers' && <AccountOffers profile={profile} />}
          {tab === 'purchases' && <AccountTrades account={account} action="buy" />}
          {tab === 'sales' && <AccountTrades account={account} action="sell" />}
          {tab === 'money' && <AccountMoney account={account} profile={profile} kycLevel={kycLevel} />}
          {tab === 'wallets' && (
            <>
              <p className="mb-5">
                <Link to="/account/wallet" className={WAY}>
                  {t('items.wallet')}
                </Link>
              </p>
              <Wallets account={account} isCustomer />
            </>
          )}
          {tab === 'reports' && <OwnReports account={account} />}
        </Part>
      </Tabs>
    </>
  )
}

function PrivacyLink() {
  const { t } = useOwnText()
  return (
    <p className="border-t border-line pt-5">
      <Link
        to="/account/privacy"
        className="inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
      >
        {t('account.privacy')}
      </Link>
    </p>
  )
}

export default function AccountPage() {
  const { t } = useText()
  const { t: own } = useOwnText()
  const session = useSession()
  const profile = useProfile()
  const navigate = route.useNavigate()
  // drawn in pieces, between which the browser answers
  const isKnown = useDeferredValue(session.kind !== 'starting' && !profile.isPending)
  if (session.kind === 'visitor') {
    return (
      <div className="page py-12">
        <Empty isPage title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      </div>
    )
  }
  if (session.kind === 'starting' || profile.isPending || !isKnown) {
    return <AccountWaiting />
  }
  if (profile.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={profile.error} retry={() => void profile.refetch()} />
      </div>
    )
  }
  const leave = async () => {
    await signOut()
    await navigate({ to: '/' })
  }
  return (
    <div className="page grid gap-8 pt-12 *:min-w-0">
      <title>{t('nav.account')}</title>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Person profile={profile.data} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link
            to="/account/ways"
            search={{}}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-leaf underline underline-offset-4"
          >
            {own('account.ways')}
          </Link>
          <Link
            to="/account/security"
            className="inline-flex min-h-11 items-center text-sm font-semibold text-leaf underline underline-offset-4"
          >
            {own('account.security')}
          </Link>
          <Button look="plain" size="small" onClick={() => void leave()}>
            {t('account.signOut')}
          </Button>
        </div>
      </div>
      <Part fallback={<NameWaiting />}>
        <DisplayName account={session.accountId} />
      </Part>
      {session.isCustomer ? (
        <Parts account={session.accountId} profile={profile.data} kycLevel={session.kycLevel} />
      ) : (
        <div className="grid gap-4 justify-items-start">
          <Notice>{t('account.noCustomer')}</Notice>
          <Link to="/account/ways" search={{}} className={buttonClass()}>
            {t('account.addJoin')}
          </Link>
          <Part fallback={<Skeleton className="h-48 w-full rounded-lg" />}>
            <Wallets account={session.accountId} isCustomer={false} />
          </Part>
          <section className="grid w-full gap-5">
            <h2 className="text-xl">{own('account.items')}</h2>
            <Part fallback={<Skeleton className="h-96 rounded-lg" />}>
              <AccountItems profile={profile.data} />
            </Part>
          </section>
        </div>
      )}
      <PrivacyLink />
    </div>
  )
}
