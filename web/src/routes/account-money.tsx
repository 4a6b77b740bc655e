import type { Profile } from '@talad/proto/http/identity/profile'
import { Button } from '@talad/ui/components/button'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Tabs } from '@talad/ui/components/tabs'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { Balances } from '../features/account/components/balances.tsx'
import { CardPayments } from '../features/account/components/card-payments.tsx'
import { Statement } from '../features/account/components/statement.tsx'
import { kindsOf, type Unit } from '../features/account/kinds.ts'
import { locksOf } from '../features/account/locks.ts'
import type { AccountSearch } from '../features/account/search.ts'
import { bankAccountsQuery, withdrawalsQuery } from '../features/bank/api/bank.ts'
import { BankAccounts } from '../features/bank/components/bank-accounts.tsx'
import { OpenWithdrawal, Withdrawals } from '../features/bank/components/withdrawals.tsx'
import { heldBy, isOpen } from '../features/bank/status.ts'
import { useUnpaid } from '../features/purchase/api/shippings.ts'
import { useMoneyText } from '../i18n/money.ts'
import { KycNotice } from '../market/people/kyc-notice.tsx'
import { useBalances } from '../market/reads/balances.ts'
import { assetsOfPurchases, namesOf, Thing } from './thing.tsx'

const BankDialog = lazyPart(() => import('../features/bank/components/bank-dialog.tsx'))
const WithdrawalDialog = lazyPart(() => import('../features/bank/components/withdrawal-dialog.tsx'))

const route = getRouteApi('/account')
type Account = { account: string; profile: Profile; kycLevel: number }

/** The two windows of money that goes out; one leads to the other. */
function Windows({ account, profile, kycLevel, open, onOpen }: WindowsProps) {
  const accounts = useQuery(bankAccountsQuery(account))
  const balances = useBalances()
  const earned = balances.data?.find(({ unit }) => unit === 'ft_thb')
  const close = () => onOpen(undefined)
  const { nameTH, nameEN } = profile.identity_provider_profile
  if (open === 'bank') {
    const kyc = <KycNotice level={kycLevel} to="bank" />
    return (
      <Part onMissing={close}>
        <BankDialog account={account} eligible={kycLevel >= 2} kyc={kyc} onClose={close} />
      </Part>
    )
  }
  if (open !== 'withdrawal' || !earned || !accounts.data) return null
  return (
    <Part onMissing={close}>
      <WithdrawalDialog
        accounts={accounts.data}
        balance={BigInt(earned.balance)}
        spendable={BigInt(earned.balance_spendable)}
        kycLevel={kycLevel}
        names={[nameTH, nameEN]}
        kyc={<KycNotice level={kycLevel} to="withdraw" />}
        onClose={close}
        onAddAccount={() => onOpen('bank')}
      />
    </Part>
  )
}

type Open = 'bank' | 'withdrawal' | undefined
type WindowsProps = Account & { open: Open; onOpen: (open: Open) => void }

/** What a person has, what of it is set aside, and all that went in and out. */
export default function AccountMoney(about: Account) {
  const { account } = about
  const { t, language } = useMoneyText()
  const { unit: shown, kind = 'all', period = 'all', from, to, view = 'statement' } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<Open>()
  const withdrawals = useInfiniteQuery(withdrawalsQuery(account))
  const goesOut = withdrawals.data?.pages[0]?.list ?? []
  const unpaid = useUnpaid(account)
  const unit: Unit = shown === 'earned' ? 'ft_thb' : 'pt_thb'
  const look = (next: Partial<AccountSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true, resetScroll: false })
  const chooseUnit = (next: Unit) =>
    look({ unit: next === 'ft_thb' ? 'earned' : undefined, kind: undefined, view: undefined })
  const views = [
    { value: 'statement', text: t('money.statement') },
    { value: 'cards', text: t('money.cards') },
    { value: 'withdrawals', text: t('money.withdrawals') },
    { value: 'banks', text: t('money.banks') },
  ] as const
  const isOpenOne = goesOut.some(isOpen)
  return (
    <div className="grid max-w-5xl gap-8 *:min-w-0">
      <OpenWithdrawal account={account} />
      <div className="grid gap-4">
        <Balances
          unit={unit}
          onChoose={chooseUnit}
          locks={(of, locked) => locksOf(of, locked, { withdrawn: heldBy(goesOut), unpaid })}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button disabled={isOpenOne} onClick={() => setOpen('withdrawal')}>
            {t('money.withdraw')}
          </Button>
          <p className="text-sm text-soft">{isOpenOne ? t('withdraw.oneAtATime') : t('money.apart')}</p>
        </div>
      </div>
      <Tabs
        label={t('account.money')}
        value={view}
        tabs={views}
        onChange={(next) => look({ view: next === 'statement' ? undefined : next })}
      >
        {view === 'statement' && (
          <Statement
            account={account}
            unit={unit}
            choice={{ kind: kindsOf[unit].includes(kind) ? kind : 'all', period, own: { from, to } }}
            onChoose={({ own, ...next }) => look({ ...next, ...own })}
            thing={(flow, ids) => <Thing flow={flow} ids={ids} account={account} />}
            namesOf={async (ids) => namesOf(await assetsOfPurchases(ids), language)}
          />
        )}
        {view === 'cards' && (
          <CardPayments
            account={account}
            thing={(flow, ids) => <Thing flow={flow} ids={ids} account={account} />}
          />
        )}
        {view === 'withdrawals' && <Withdrawals account={account} />}
        {view === 'banks' && <BankAccounts account={account} onAdd={() => setOpen('bank')} />}
      </Tabs>
      <Windows {...about} open={open} onOpen={setOpen} />
    </div>
  )
}
