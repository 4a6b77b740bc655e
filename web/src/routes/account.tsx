import { rememberPlace } from '@talad/ui/browser/return-place'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Section } from '@talad/ui/components/section'
import { Empty, Notice } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { useSession } from '@talad/ui/session/session'
import { signOut } from '@talad/ui/session/sign-out'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { AccountWaiting } from '../features/account/components/account-waiting.tsx'
import { Balances } from '../features/account/components/balances.tsx'
import { Person } from '../features/account/components/person.tsx'
import { Statement } from '../features/account/components/statement.tsx'
import { kindsOf, type Unit } from '../features/account/kinds.ts'
import type { AccountSearch } from '../features/account/search.ts'
import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { ShippingHistory } from '../features/purchase/components/history.tsx'
import { useText } from '../i18n/index.ts'
import { useProfile } from '../lib/profile.ts'
import { LoadError } from '../ui/load-error.tsx'

const route = getRouteApi('/account')

function Money({ account }: { account: string }) {
  const { t } = useText()
  const { unit: shown, kind = 'all', period = 'all', from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const unit: Unit = shown === 'earned' ? 'ft_thb' : 'pt_thb'
  const look = (next: Partial<AccountSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const chooseUnit = (next: Unit) => look({ unit: next === 'ft_thb' ? 'earned' : undefined, kind: undefined })
  return (
    <>
      <div className="grid gap-3">
        <Balances unit={unit} onChoose={chooseUnit} />
        <p className="text-sm text-soft">{t('balance.apart')}</p>
      </div>
      <Section title={unit === 'pt_thb' ? t('credit.titlePoints') : t('credit.titleEarned')}>
        <Statement
          account={account}
          unit={unit}
          choice={{ kind: kindsOf[unit].includes(kind) ? kind : 'all', period, own: { from, to } }}
          onChoose={({ own, ...next }) => look({ ...next, ...own })}
        />
      </Section>
    </>
  )
}

function Trades({ account }: { account: string }) {
  const { t } = useText()
  const { tab = 'buy' } = route.useSearch()
  const navigate = route.useNavigate()
  const tabs = [
    { value: 'buy', text: t('shipping.bought') },
    { value: 'sell', text: t('shipping.sold') },
  ] as const
  return (
    <Section title={t('shipping.title')}>
      <Tabs
        label={t('shipping.title')}
        value={tab}
        tabs={tabs}
        onChange={(next) =>
          void navigate({
            search: (now) => ({ ...now, tab: next }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        <ShippingHistory
          account={account}
          action={tab}
          asset={({ contract, token }) => (
            <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
          )}
        />
      </Tabs>
    </Section>
  )
}

export default function AccountPage() {
  const { t } = useText()
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
    <div className="page grid max-w-5xl gap-12 pt-12 *:min-w-0">
      <title>{t('nav.account')}</title>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Person profile={profile.data} />
        <Button look="quiet" size="small" onClick={() => void leave()}>
          {t('account.signOut')}
        </Button>
      </div>
      {session.isCustomer ? (
        <>
          <Money account={session.accountId} />
          <Trades account={session.accountId} />
        </>
      ) : (
        <div className="grid gap-4 justify-items-start">
          <Notice>{t('account.noCustomer')}</Notice>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('signIn.join')}
          </Link>
        </div>
      )}
    </div>
  )
}
