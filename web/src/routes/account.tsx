import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Unit } from '../features/account/api/credit.ts'
import { Balances } from '../features/account/components/balances.tsx'
import { Person } from '../features/account/components/person.tsx'
import { Statement } from '../features/account/components/statement.tsx'
import { AssetLine } from '../features/asset/components/asset-line.tsx'
import { ShippingHistory } from '../features/purchase/components/history.tsx'
import { signOut } from '../features/sign-in/api/join.ts'
import { useText } from '../i18n/index.ts'
import { useProfile } from '../lib/profile.ts'
import { rememberPlace } from '../lib/return-place.ts'
import { useSession } from '../lib/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Section } from '../ui/section.tsx'
import { Empty, LoadError, Notice, Skeleton } from '../ui/status.tsx'

const route = getRouteApi('/account')

function Money({ account }: { account: string }) {
  const { t } = useText()
  const [unit, setUnit] = useState<Unit>('pt_thb')
  return (
    <>
      <Balances unit={unit} onChoose={setUnit} />
      <Section title={unit === 'pt_thb' ? t('credit.titlePoints') : t('credit.titleEarned')}>
        <Statement account={account} unit={unit} />
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
    <Section
      title={t('shipping.title')}
      aside={
        <div className="flex gap-1 rounded-full bg-sunken p-1">
          {tabs.map(({ value, text }) => (
            <button
              key={value}
              type="button"
              aria-pressed={tab === value}
              onClick={() => void navigate({ search: { tab: value }, replace: true, resetScroll: false })}
              className="min-h-9 rounded-full px-4 text-sm font-semibold text-soft aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
            >
              {text}
            </button>
          ))}
        </div>
      }
    >
      <ShippingHistory
        account={account}
        action={tab}
        asset={({ contract, token }) => (
          <AssetLine blockchain={contract.blockchain} contract={contract.address} token={token.id} />
        )}
      />
    </Section>
  )
}

export default function AccountPage() {
  const { t } = useText()
  const session = useSession()
  const profile = useProfile()
  const navigate = route.useNavigate()
  if (session.kind === 'visitor') {
    return (
      <div className="page py-12">
        <Empty title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      </div>
    )
  }
  if (session.kind === 'starting' || profile.isPending) {
    return (
      <div className="page grid gap-6 pt-8">
        <Skeleton className="h-16 w-72" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (profile.isError) {
    return (
      <div className="page py-12">
        <LoadError error={profile.error} retry={() => void profile.refetch()} />
      </div>
    )
  }
  const leave = async () => {
    await signOut()
    await navigate({ to: '/' })
  }
  return (
    <div className="page grid max-w-4xl gap-10 pt-8 *:min-w-0">
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
        <Notice>{t('account.noCustomer')}</Notice>
      )}
    </div>
  )
}
