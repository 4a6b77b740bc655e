import type { PayoutTransfer, WithdrawalCase } from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Ident } from '../../ui/ident.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { StatusBadge } from '../../ui/status.tsx'
import {
  endAsPaid,
  giveBackWithdrawal,
  noteOnPayout,
  payoutTransfersQuery,
  reasonForCustomer,
  takeBackPayout,
  WITHDRAWALS,
} from './api.ts'

type Props = { request: WithdrawalCase; onNext: () => void }
type Choice = { kind: 'paid'; transfer: PayoutTransfer } | { kind: 'unpaid' | 'returned' }

/** Both give the money to the customer: before it was paid, or after the bank has sent it back. */
const givingBack = {
  unpaid: {
    title: 'outcome.giveBack',
    text: 'outcome.giveBackText',
    word: 'word.giveBack',
    act: giveBackWithdrawal,
  },
  returned: {
    title: 'outcome.returned',
    text: 'outcome.returnedText',
    word: 'word.sentBack',
    act: takeBackPayout,
  },
} as const

function TransferRow({ transfer, onPaid }: { transfer: PayoutTransfer; onPaid: (() => void) | undefined }) {
  const { t } = useText()
  const isBaht = transfer.currency === 'THB'
  return (
    <li className="grid gap-3 py-3">
      <Facts>
        <Fact label={t('outcome.transfer')}>
          <Ident value={transfer.id} />
        </Fact>
        <Fact label={t('col.status')}>
          <StatusBadge state={transfer.state} />
        </Fact>
        <Fact label={t('col.value')}>
          {isBaht ? formatSum(transfer.amount) : `${transfer.amount} ${transfer.currency}`}
        </Fact>
        {transfer.failure !== null && <Fact label={t('col.reason')}>{transfer.failure}</Fact>}
      </Facts>
      {onPaid && transfer.has_paid && (
        <div>
          <Button size="small" onClick={onPaid}>
            {t('outcome.paid')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** With the provider now, or paid by it and not come back. */
const isAtProvider = ({ status, returned }: WithdrawalCase) =>
  status === 'provider_processing' || (status === 'success' && !returned)

type TransfersProps = { request: WithdrawalCase; onChoose: (choice: Choice) => void }

/** What the provider has of a withdrawal, and the ways in which a person may end it, or give it back. */
function Transfers({ request, onChoose }: TransfersProps) {
  const { t } = useText()
  const { can } = usePermissions()
  const transfers = useQuery(payoutTransfersQuery(request._id))
  const mayEnd = can('withdrawal.decide')
  const isOpen = request.status === 'provider_processing'
  const back = isOpen ? 'unpaid' : 'returned'
  return (
    <section className="grid gap-3 rounded-md bg-sunken p-4">
      <h3 className="text-base">{t('outcome.title')}</h3>
      <Loaded query={transfers}>
        {(list) => (
          <>
            {list.length === 0 && <p className="text-sm">{t('outcome.none')}</p>}
            {list.length > 1 && <Notice tone="bad">{t('outcome.several')}</Notice>}
            <ul className="divide-y divide-line">
              {list.map((transfer) => (
                <TransferRow
                  key={transfer.id}
                  transfer={transfer}
                  onPaid={mayEnd && isOpen ? () => onChoose({ kind: 'paid', transfer }) : undefined}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {mayEnd && (
        <>
          {isOpen && <p className="text-sm text-soft">{t('outcome.hint')}</p>}
          <div>
            <Button size="small" look="danger" onClick={() => onChoose({ kind: back })}>
              {t(givingBack[back].title)}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** BW-16, LG-8: how the payout of a withdrawal ends. What was decided is told also when it has ended by that. */
export function PayoutOutcome({ request, onNext }: Props) {
  const { t } = useText()
  const [choice, setChoice] = useState<Choice>()
  const key = useRef(crypto.randomUUID())
  const { _id: id, version } = request
  const given = { id, version, key: `${key.current}-${version}` }
  const shared = { stale: [WITHDRAWALS], target: id, onNext, onClose: () => setChoice(undefined) }
  return (
    <>
      {isAtProvider(request) && <Transfers request={request} onChoose={setChoice} />}
      {choice?.kind === 'paid' && (
        <DecisionDialog
          {...shared}
          title={t('outcome.paid')}
          word={t('word.paid')}
          reason={noteOnPayout}
          act={(note) => endAsPaid({ ...given, note, transferId: choice.transfer.id })}
        >
          <p>
            {t('outcome.paidText', {
              amount: formatSum(choice.transfer.amount),
              transfer: choice.transfer.id,
            })}
          </p>
        </DecisionDialog>
      )}
      {choice && choice.kind !== 'paid' && (
        <DecisionDialog
          {...shared}
          title={t(givingBack[choice.kind].title)}
          isDestructive
          word={t(givingBack[choice.kind].word)}
          hint={t('decision.customerReads')}
          reason={reasonForCustomer}
          act={(reason) => givingBack[choice.kind].act({ ...given, reason })}
        >
          <p>{t(givingBack[choice.kind].text, { amount: formatSum(request.value) })}</p>
        </DecisionDialog>
      )}
    </>
  )
}
