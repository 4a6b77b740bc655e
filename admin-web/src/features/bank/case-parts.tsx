import type {
  BankRequestCase,
  PayoutIncident,
  QueuedBankRequest,
  QueuedWithdrawal,
  WithdrawalCase,
} from '@talad/proto/http/bank-withdrawal/admin-shapes'
import { Button } from '@talad/ui/components/button'
import { Notice } from '@talad/ui/components/status'
import { formatMinuteAfter } from '@talad/ui/format/dates'
import { formatSum } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import { happened } from '../../lib/happened.ts'
import { kycName } from '../../lib/kyc.ts'
import { Fact } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'
import { incidentWords } from './incident.ts'

/** Who else looks at it; the server lets anybody take it over. */
export function ClaimNote({ row }: { row: QueuedBankRequest | QueuedWithdrawal }) {
  const { t } = useText()
  if (row.claim === null || row.claim.is_me) return null
  return (
    <Notice>
      <Staff id={row.claim.account_id} />{' '}
      <span>{t('claim.text', { until: formatMinuteAfter(row.claim.until) })}</span>
    </Notice>
  )
}

/** AW-15: the way from what is masked to all of it. */
export function Reveal({ busy, onReveal }: { busy: boolean; onReveal: () => void }) {
  const { t } = useText()
  return (
    <div className="grid gap-2 rounded-md bg-sunken p-4">
      <p className="text-sm text-soft">{t('reveal.text')}</p>
      <div>
        <Button size="small" busy={busy} onClick={onReveal}>
          {t('reveal.button')}
        </Button>
      </div>
    </div>
  )
}

const matches = { same: 'name.same', different: 'name.different', not_compared: 'name.not_compared' } as const

/** What speaks for and against the account. */
export function Checks({ about }: { about: BankRequestCase | WithdrawalCase }) {
  const { t } = useText()
  return (
    <>
      <Fact label={t('name.title')}>
        <span className={about.name_match === 'different' ? 'font-semibold text-chili' : ''}>
          {t(matches[about.name_match])}
        </span>
      </Fact>
      <Fact label={t('bank.kyc')}>{kycName(about.kyc_level)}</Fact>
      {about.same_number_customers.length > 0 && (
        <Fact label={t('bank.sameNumber')}>
          {about.same_number_customers.map((customer) => (
            <span key={customer} className="block font-semibold text-chili">
              {customer}
            </span>
          ))}
        </Fact>
      )}
    </>
  )
}

/** BW-16: what somebody has to look at. */
export function Incident({ of }: { of: PayoutIncident }) {
  const { t } = useText()
  const { key, about } = incidentWords(of)
  return t(key, about)
}

function Step({ what }: { what: string }) {
  const { t } = useText()
  const done = happened(what)
  return done ? t(done) : what
}

/** Everything that happened to a case, oldest first. */
export function CaseHistory({ history }: Pick<BankRequestCase, 'history'>) {
  const { t } = useText()
  return (
    <section className="grid gap-2">
      <h3 className="text-base">{t('bank.history')}</h3>
      <ol className="grid gap-2 border-l-2 border-line pl-4 text-sm">
        {history.map((step) => (
          <li key={step.at + step.what}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-semibold">
                <Step what={step.what} />
              </span>
              <span className="text-xs text-soft">
                <Moment at={step.at} />
              </span>
            </p>
            {step.by !== null && (
              <p>
                {t('timeline.by')} <Staff id={step.by} />
              </p>
            )}
            {step.incident_about && (
              <p className="text-soft">
                <Incident of={step.incident_about} />
              </p>
            )}
            {step.note && <p className="text-soft">{step.note}</p>}
            {step.provider_balance && (
              <p className="text-soft tabular-nums">
                {t('provider.available')} {formatSum(step.provider_balance.available_balance)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
