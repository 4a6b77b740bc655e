import type { WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useSession } from '@talad/ui/session/session'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import {
  approveWithdrawal,
  confirmWithdrawal,
  noteForColleagues,
  reasonForCustomer,
  rejectWithdrawal,
  WITHDRAWALS,
} from './api.ts'
import { whyNotMe } from './may-decide.ts'
import { ProviderBalance } from './provider-balance.tsx'

type Props = { request: WithdrawalCase; onNext: () => void }

/** Pays out, or says no. Above the limit of BW-18 a first admin approves and a second one confirms. */
export function WithdrawalDecisions({ request, onNext }: Props) {
  const { t } = useText()
  const { can, own } = usePermissions()
  const session = useSession()
  const [open, setOpen] = useState<'pay' | 'reject'>()
  const key = useRef(crypto.randomUUID())
  const isOpen = request.status === 'pending' && can('withdrawal.decide')
  const { _id: id, version } = request
  const isSecond = request.approved_by !== null
  const given = { id, version, key: `${key.current}-${version}` }
  const shared = {
    stale: [WITHDRAWALS, 'payout-state'],
    target: id,
    onNext,
    onClose: () => setOpen(undefined),
  }
  const whyNot = whyNotMe(request, {
    account: session.kind === 'user' ? session.accountId : undefined,
    customer: own.customer,
  })
  const payTitle = isSecond ? t('withdrawal.confirm') : t('withdrawal.approve')
  return (
    <>
      {isOpen && whyNot && <Notice>{t(whyNot)}</Notice>}
      {isOpen && !whyNot && request.needs_second_admin && (
        <Notice>{t(isSecond ? 'withdrawal.secondText' : 'withdrawal.firstText')}</Notice>
      )}
      {isOpen && whyNot !== 'withdrawal.ownMoney' && (
        <div className="flex flex-wrap gap-3">
          {!whyNot && (
            <Button size="small" onClick={() => setOpen('pay')}>
              {payTitle}
            </Button>
          )}
          <Button size="small" look="danger" onClick={() => setOpen('reject')}>
            {t('withdrawal.reject')}
          </Button>
        </div>
      )}
      {open === 'pay' && (
        <DecisionDialog
          {...shared}
          title={payTitle}
          word={t('word.pay')}
          reason={noteForColleagues}
          act={(note) => (isSecond ? confirmWithdrawal : approveWithdrawal)({ ...given, note })}
        >
          <p>
            {t('withdrawal.payText', {
              amount: formatSum(request.net),
              account: `${request.bank.bank_symbol} ${request.bank.account_number}`,
              name: request.bank.account_name,
            })}
          </p>
          <Signs of={request} />
          <ProviderBalance net={request.net} />
        </DecisionDialog>
      )}
      {open === 'reject' && (
        <DecisionDialog
          {...shared}
          title={t('withdrawal.reject')}
          isDestructive
          hint={t('decision.customerReads')}
          reason={reasonForCustomer}
          act={(reason) => rejectWithdrawal({ ...given, reason })}
        >
          <p>{t('withdrawal.rejectText', { amount: formatSum(request.value) })}</p>
        </DecisionDialog>
      )}
    </>
  )
}

/** What speaks against paying it, where it can't be missed. */
function Signs({ of: { name_match, same_number_customers: others } }: { of: WithdrawalCase }) {
  const { t } = useText()
  return (
    <>
      {name_match === 'different' && <Notice tone="bad">{t('withdrawal.differentName')}</Notice>}
      {others.length > 0 && (
        <Notice tone="bad">{t('withdrawal.sharedNumber', { customers: others.join(', ') })}</Notice>
      )}
    </>
  )
}
