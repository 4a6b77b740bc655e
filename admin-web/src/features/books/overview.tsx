import { type BooksOverview, ledgerBooksHttp } from '@talad/proto/http/ledger/integrity'
import { Button } from '@talad/ui/components/button'
import { Badge, Notice } from '@talad/ui/components/status'
import { formatCount, formatSum } from '@talad/ui/format/money'
import { useRef, useState } from 'react'
import { type TextKey, useText } from '../../i18n/index.ts'
import { usePermissions } from '../../lib/permissions.ts'
import { reasonOf } from '../../lib/reason.ts'
import { DecisionDialog } from '../../ui/decision.tsx'
import { Moment } from '../../ui/moment.tsx'
import { BOOKS, thaw } from './api.ts'

type Account = BooksOverview['accounts'][number]

const units = { pt_thb: 'unit.pt_thb', ft_thb: 'unit.ft_thb' } as const satisfies Record<
  Account['unit'],
  TextKey
>

const kinds = {
  customer: 'account.customer',
  provider_clearing: 'account.provider_clearing',
  escrow: 'account.escrow',
  conversion: 'account.conversion',
  service_fee: 'account.service_fee',
  vat: 'account.vat',
  withdrawal_clearing: 'account.withdrawal_clearing',
  holding: 'account.holding',
} as const satisfies Record<Account['kind'], TextKey>

/** What money is held for; the ledger may know more. */
const heldTexts: Readonly<Record<string, TextKey>> = {
  shipping: 'held.shipping',
  withdrawal: 'held.withdrawal',
  card_refund: 'held.card_refund',
  seller_lock: 'held.seller_lock',
}

/** LG-1: every kind of account of one unit; together they are zero. */
function UnitTable({ unit, accounts }: { unit: Account['unit']; accounts: readonly Account[] }) {
  const { t } = useText()
  const own = accounts.filter((account) => account.unit === unit)
  const sum = own.reduce((all, account) => all + BigInt(account.sum), 0n)
  return (
    <section className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4">
      <h2 className="text-base">{t(units[unit])}</h2>
      <table className="w-full text-sm">
        <caption className="sr-only">{t(units[unit])}</caption>
        <tbody>
          {own.map((account) => (
            <tr key={account.kind} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal text-soft">
                {t(
                  unit === 'ft_thb' && account.kind === 'provider_clearing'
                    ? 'account.payout_clearing'
                    : kinds[account.kind],
                )}
              </th>
              <td className="py-1.5 text-right tabular-nums">{formatSum(account.sum)}</td>
            </tr>
          ))}
          <tr className="border-t-2 border-line font-semibold">
            <th scope="row" className="py-2 text-left">
              {t('books.sum')}
            </th>
            <td className="py-2 text-right tabular-nums">
              {formatSum(sum)}{' '}
              <Badge tone={sum === 0n ? 'good' : 'bad'}>
                {t(sum === 0n ? 'books.balanced' : 'books.unbalanced')}
              </Badge>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** The books at a glance: sums, what is held, the last proof, and whether payouts are frozen (LG-17). */
export function Overview({ books }: { books: BooksOverview }) {
  const { t } = useText()
  const { accounts, held, proof, frozen } = books
  return (
    <div className="grid gap-4">
      {frozen && <Frozen books={books} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <UnitTable unit="ft_thb" accounts={accounts} />
        <UnitTable unit="pt_thb" accounts={accounts} />
      </div>
      <section className="grid gap-2 rounded-lg border border-line bg-surface p-4">
        <h2 className="text-base">{t('books.held')}</h2>
        {held.length === 0 && <p className="text-sm text-soft">{t('books.nothingHeld')}</p>}
        <ul className="grid gap-1 text-sm">
          {held.map(({ flow, unit, holds, value }) => {
            const known = heldTexts[flow]
            return (
              <li key={flow + unit} className="flex flex-wrap justify-between gap-x-4">
                <span>
                  {known ? t(known) : flow} · {t(units[unit])}
                </span>
                <span className="tabular-nums">
                  {formatCount(holds)} · {formatSum(value)}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      <section className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg border border-line bg-surface p-4">
        <h2 className="text-base">{t('books.proof')}</h2>
        {proof === null ? (
          <p className="text-sm text-soft">{t('books.noProof')}</p>
        ) : (
          <>
            <Badge tone={proof.faults === 0 ? 'good' : 'bad'}>
              {proof.faults === 0
                ? t('books.whole')
                : t('books.faults', { count: formatCount(proof.faults) })}
            </Badge>
            <span className="text-sm">
              <Moment at={proof.finished} />
            </span>
            <span className="text-sm text-soft">
              {t('books.proved', {
                transfers: formatCount(proof.transfers),
                flows: formatCount(proof.flows),
              })}
            </span>
          </>
        )}
      </section>
    </div>
  )
}

function Frozen({ books }: { books: BooksOverview }) {
  const { t } = useText()
  const { can } = usePermissions()
  const [open, setOpen] = useState(false)
  const key = useRef(crypto.randomUUID())
  if (books.frozen === null) return null
  return (
    <Notice tone="bad">
      <p className="font-semibold">{t('books.frozen', { count: formatCount(books.frozen.faults) })}</p>
      <p>
        <Moment at={books.frozen.since} />
      </p>
      <ul className="my-2 list-disc pl-5">
        {books.frozen.found.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {can('withdrawal.decide') && (
        <Button size="small" look="danger" onClick={() => setOpen(true)}>
          {t('books.thaw')}
        </Button>
      )}
      {open && (
        <DecisionDialog
          title={t('books.thaw')}
          word={t('word.thaw')}
          reason={reasonOf(ledgerBooksHttp.thawBooks)}
          act={(note) => thaw({ note, version: books.version }, `${key.current}-${books.version}`)}
          stale={[BOOKS]}
          target="books"
          onClose={() => setOpen(false)}
        >
          <p>{t('books.thawText')}</p>
        </DecisionDialog>
      )}
    </Notice>
  )
}
