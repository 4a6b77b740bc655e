import type { BankAccountData, BankRequest } from '@talad/proto/http/bank-withdrawal/shapes'
import { MOST_BANK_ACCOUNTS } from '@talad/proto/http/bank-withdrawal/terms'
import { Button } from '@talad/ui/components/button'
import { More } from '@talad/ui/components/more'
import { PlusIcon } from '@talad/ui/components/more-icons'
import { Badge, Empty, Skeleton } from '@talad/ui/components/status'
import { formatDayAndTime } from '@talad/ui/format/dates'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMoneyText } from '../../../i18n/money.ts'
import { AskDialog } from '../../../market/refusals/ask-dialog.tsx'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { spaced } from '../account-number.ts'
import {
  bankAccountsQuery,
  bankRequestsQuery,
  useDeleteBankAccount,
  useDeleteBankRequest,
} from '../api/bank.ts'
import { isOpen, removalOf, requestStatus } from '../status.ts'
import { BankMark, bankBySwift, bankName } from './bank-mark.tsx'

function Row({ bank, children }: { bank: BankAccountData; children: ReactNode }) {
  const { language } = useMoneyText()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-4">
      <BankMark symbol={bank.bank_symbol} />
      <div className="min-w-44 flex-1">
        <p className="font-semibold">{bank.account_name}</p>
        <p className="text-sm text-soft">
          {bankName(bankBySwift(bank.bank_swift_code), language)}{' '}
          <span className="whitespace-nowrap tabular-nums">{spaced(bank.account_number)}</span>
        </p>
      </div>
      {children}
    </li>
  )
}

type RemoveProps = {
  label: string
  title: string
  text: string
  of: { isPending: boolean; error: Error | null }
  /** @param done called when it is gone */
  onRemove: (done: () => void) => void
}

function Remove({ label, title, text, of, onRemove }: RemoveProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="plain" size="small" onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <AskDialog
          title={title}
          text={text}
          confirm={label}
          busy={of.isPending}
          error={of.error}
          onConfirm={() => onRemove(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function RequestRow({ request }: { request: BankRequest }) {
  const { t } = useMoneyText()
  const remove = useDeleteBankRequest()
  const { status, bank_account_data: bank, admin_response: response } = request
  const { text, tone } = requestStatus[status]
  const removal = removalOf[status]
  const number = spaced(bank.account_number)
  return (
    <Row bank={bank}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{t(text)}</Badge>
        <span className="text-sm text-soft">{formatDayAndTime(request.created)}</span>
        {removal && (
          <Remove
            label={t(removal.label)}
            title={t(removal.title)}
            text={t(removal.text, { number })}
            of={remove}
            onRemove={(done) => remove.mutate(request._id, { onSuccess: done })}
          />
        )}
      </div>
      {response && (
        <p className="basis-full rounded-md bg-chili-wash px-4 py-3 text-sm text-chili">
          {t('bank.reason', { reason: response.reason })}
        </p>
      )}
    </Row>
  )
}

/** Bank accounts and requests for them, and the way to add one (BW-1 to BW-9). */
export function BankAccounts({ account, onAdd }: { account: string; onAdd: () => void }) {
  const { t } = useMoneyText()
  const accounts = useQuery(bankAccountsQuery(account))
  const pages = useInfiniteQuery(bankRequestsQuery(account))
  const remove = useDeleteBankAccount()
  if (accounts.isPending || pages.isPending) return <Skeleton className="h-48 rounded-lg" />
  const failed = [accounts, pages].find(({ isError }) => isError)
  if (accounts.isError || pages.isError) {
    return <LoadError error={failed?.error ?? new Error()} retry={() => void failed?.refetch()} />
  }
  const list = accounts.data
  // what became an account is shown as one
  const requests = pages.data.pages.flatMap((page) => page.list).filter(({ status }) => status !== 'success')
  const open = requests.filter(isOpen)
  const isFull = list.length + open.length >= MOST_BANK_ACCOUNTS
  const why =
    open.length > 0 ? t('bank.oneAtATime') : isFull ? t('bank.full', { most: MOST_BANK_ACCOUNTS }) : undefined
  const add = (
    <Button look="quiet" size="small" disabled={why !== undefined} onClick={onAdd}>
      <PlusIcon />
      {t('bank.add')}
    </Button>
  )
  if (list.length + requests.length === 0) return <Empty title={t('bank.none')}>{add}</Empty>
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {add}
        {why && <p className="text-sm text-soft">{why}</p>}
      </div>
      <ul className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card md:px-7">
        {requests.map((request) => (
          <RequestRow key={request._id} request={request} />
        ))}
        {list.map((bank) => (
          <Row key={bank._id} bank={bank}>
            <Remove
              label={t('bank.delete')}
              title={t('bank.deleteTitle')}
              text={t('bank.deleteText', { number: spaced(bank.account_number) })}
              of={remove}
              onRemove={(done) => remove.mutate(bank._id, { onSuccess: done })}
            />
          </Row>
        ))}
      </ul>
      <More pages={pages} />
    </div>
  )
}
