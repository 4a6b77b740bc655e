import type { Withdrawal } from '@talad/proto/http/bank-withdrawal/shapes'
import { Button } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { Badge, Empty, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { formatSum } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMoneyText } from '../../../i18n/money.ts'
import { AskDialog } from '../../../market/refusals/ask-dialog.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { spaced } from '../account-number.ts'
import { useDeleteWithdrawal, withdrawalsQuery } from '../api/bank.ts'
import { isOpen, withdrawalStatus } from '../status.ts'
import { BankMark } from './bank-mark.tsx'

/** Takes a withdrawal back while nobody has decided on it (BW-10). */
function TakeBack({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useMoneyText()
  const [asking, setAsking] = useState(false)
  const remove = useDeleteWithdrawal()
  return (
    <>
      <Button look="danger" size="small" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')}
      </Button>
      {asking && (
        <AskDialog
          title={t('withdraw.cancelTitle')}
          text={t('withdraw.cancelText', { amount: formatSum(withdrawal.value) })}
          confirm={t('withdraw.cancel')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(withdrawal._id, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** One withdrawal: where it goes, what arrives, how far it is, and why not. */
export function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useMoneyText()
  const { bank, status, admin_response: response } = withdrawal
  const { text, tone } = withdrawalStatus[status]
  return (
    <div className="grid gap-3 py-4">
      <div className="flex items-start gap-3">
        <BankMark symbol={bank.bank_symbol} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{bank.account_name}</p>
          <p className="truncate text-sm text-soft tabular-nums">{spaced(bank.account_number)}</p>
        </div>
        <p className="text-right">
          <strong className="text-lg tabular-nums">{formatSum(withdrawal.value)}</strong>
          <span className="block text-xs text-soft">
            {t('withdraw.net', { net: formatSum(withdrawal.net) })}
          </span>
        </p>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <Badge tone={tone}>{t(text)}</Badge>
        {formatDayAndTime(withdrawal.created)}
      </p>
      {response && (
        <p className="rounded-md bg-chili-wash px-4 py-3 text-sm text-chili">
          {t('bank.reason', { reason: response.reason })}
        </p>
      )}
      {status === 'pending' && (
        <div>
          <TakeBack withdrawal={withdrawal} />
        </div>
      )}
    </div>
  )
}

/** The withdrawal that goes on, in front of everything else; nothing where there is none. */
export function OpenWithdrawal({ account }: { account: string }) {
  const { t } = useMoneyText()
  const { data } = useInfiniteQuery(withdrawalsQuery(account))
  const open = data?.pages[0]?.list.find(isOpen)
  if (!open) return null
  return (
    <section className="rounded-lg border border-line bg-surface px-5 shadow-card md:px-7">
      <h2 className="pt-4 text-base">{t('withdraw.open')}</h2>
      <WithdrawalRow withdrawal={open} />
    </section>
  )
}

/** All withdrawals, the newest first. */
export function Withdrawals({ account }: { account: string }) {
  const { t } = useMoneyText()
  const pages = useInfiniteQuery(withdrawalsQuery(account))
  if (pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) return <Empty title={t('withdraw.none')} />
  return (
    <div className="rounded-lg bg-surface px-5 shadow-card md:px-7">
      <ul className="divide-y divide-line">
        {list.map((withdrawal) => (
          <li key={withdrawal._id}>
            <WithdrawalRow withdrawal={withdrawal} />
          </li>
        ))}
      </ul>
      <More pages={pages} />
    </div>
  )
}
