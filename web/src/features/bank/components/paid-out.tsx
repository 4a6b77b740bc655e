import { formatSum } from '@talad/ui/format/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { lastDigits } from '../account-number.ts'
import { withdrawalsQuery } from '../api/bank.ts'

/** What a withdrawal on a statement came to: its fee, what the bank got, which bank, and what it is known by. */
export function PaidOut({ id, account }: { id: string; account: string }) {
  const { t } = useMoneyText()
  const { t: word } = useLateText()
  const { data } = useInfiniteQuery(withdrawalsQuery(account))
  const found = data?.pages.flatMap(({ list }) => list).find(({ _id }) => _id === id)
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-soft">
      {found && (
        <>
          <span>{t('withdraw.fee', { fee: formatSum(found.service_fee) })}</span>
          <span>{t('withdraw.net', { net: formatSum(found.net) })}</span>
          <span className="tabular-nums">
            {found.bank.bank_symbol} {lastDigits(found.bank.account_number)}
          </span>
        </>
      )}
      <span className="break-all">
        {word('credit.reference')} {found?.provider_transfer_id ?? id}
      </span>
    </span>
  )
}
