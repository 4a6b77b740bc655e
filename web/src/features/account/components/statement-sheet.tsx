import type { Profile } from '@talad/proto/http/identity/profile'
import type { CreditFlow } from '@talad/proto/http/ledger/credit'
import { Mark } from '@talad/ui/components/icons'
import { formatRecordTime } from '@talad/ui/format/dates'
import { formatSum } from '@talad/ui/format/money'
import type { ReactNode } from 'react'
import { useLateText } from '../../../i18n/late.ts'
import { useMoneyText } from '../../../i18n/money.ts'
import { useSite } from '../../../market/reads/site.ts'
import type { Unit } from '../kinds.ts'
import type { Days } from '../period.ts'
import { lineOf, lineTexts, purchaseOf } from '../statement.ts'
import { totalsOf } from '../totals.ts'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{label}</dt>
      <dd className="font-semibold break-words tabular-nums">{children}</dd>
    </div>
  )
}

/** On a phone what came in and what went out share a column. */
const PHONE = 'py-2 pr-3 text-right sm:hidden print:hidden'
const WIDE = 'py-2 pr-3 text-right max-sm:hidden print:table-cell'
const signs: Partial<Record<CreditFlow['flow_type'], string>> = { in: '+', out: '−' }

type Props = {
  profile: Profile
  unit: Unit
  days: Days
  flows: readonly CreditFlow[]
  names: ReadonlyMap<string, string>
  /** when it was read, ISO */
  at: string
}

/** A statement as a sheet of paper: whose, of which days, what came in and went out, and what was left. */
export function StatementSheet({ profile, unit, days, flows, names, at }: Props) {
  const { t, language } = useMoneyText()
  const { t: word } = useLateText()
  const site = useSite().names[language]
  const { came, went, before, after } = totalsOf(flows)
  const { nameTH, nameEN, displayName } = profile.identity_provider_profile
  const holder = (language === 'th' ? (nameTH ?? nameEN) : (nameEN ?? nameTH)) ?? displayName ?? ''
  const title = word(unit === 'pt_thb' ? 'credit.titlePoints' : 'credit.titleEarned')
  return (
    <article className="min-w-0 rounded-lg bg-surface p-5 shadow-card md:p-10 print:p-0 print:shadow-none">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-5">
        <p className="flex items-center gap-3">
          <Mark className="size-10" />
          <span className="title text-xl">{site}</span>
        </p>
        <h1 className="text-xl">{title}</h1>
      </header>
      <dl className="grid grid-cols-2 gap-4 border-b border-line py-5 sm:grid-cols-4">
        <Fact label={t('sheet.holder')}>{holder}</Fact>
        <Fact label={t('sheet.account')}>{profile.customer_id}</Fact>
        <Fact label={word('credit.period')}>
          {days.from || days.to ? `${days.from ?? '…'} – ${days.to ?? '…'}` : word('credit.periodAll')}
        </Fact>
        <Fact label={t('sheet.made')}>{formatRecordTime(at)}</Fact>
        <Fact label={t('sheet.before')}>{formatSum(before)}</Fact>
        <Fact label={word('credit.in')}>{formatSum(came)}</Fact>
        <Fact label={word('credit.out')}>{formatSum(went)}</Fact>
        <Fact label={t('sheet.after')}>{formatSum(after)}</Fact>
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled is reached by keys as well */}
      <section aria-label={title} tabIndex={0} className="overflow-x-auto print:overflow-visible">
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="text-left text-soft">
              <th scope="col" className="py-2 pr-3 font-normal">
                {word('credit.when')}
              </th>
              <th scope="col" className="py-2 pr-3 font-normal">
                {word('credit.what')}
              </th>
              <th
                scope="col"
                aria-label={`${word('credit.in')} / ${word('credit.out')}`}
                className={`${PHONE} font-normal`}
              >
                ± ฿
              </th>
              <th scope="col" className={`${WIDE} font-normal`}>
                {word('credit.in')}
              </th>
              <th scope="col" className={`${WIDE} font-normal`}>
                {word('credit.out')}
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                {word('credit.left')}
              </th>
            </tr>
          </thead>
          <tbody>
            {flows.map((flow) => (
              <tr key={flow._id} className="break-inside-avoid border-t border-line align-baseline">
                <td className="py-2 pr-3 tabular-nums sm:whitespace-nowrap print:whitespace-nowrap">
                  {formatRecordTime(flow.created)}
                </td>
                <td className="py-2 pr-3 sm:min-w-28">
                  {word(lineTexts[lineOf(flow)])}
                  <span className="text-soft"> {names.get(purchaseOf(flow) ?? '')}</span>
                </td>
                <td className={`${PHONE} whitespace-nowrap tabular-nums`}>
                  {signs[flow.flow_type]}
                  {signs[flow.flow_type] && formatSum(flow.value)}
                </td>
                <td className={`${WIDE} whitespace-nowrap tabular-nums`}>
                  {flow.flow_type === 'in' && formatSum(flow.value)}
                </td>
                <td className={`${WIDE} whitespace-nowrap tabular-nums`}>
                  {flow.flow_type === 'out' && formatSum(flow.value)}
                </td>
                <td className="py-2 text-right whitespace-nowrap tabular-nums">
                  {formatSum(flow.balance_after)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="border-t border-line pt-4 text-xs text-soft">{t('sheet.small')}</p>
    </article>
  )
}
