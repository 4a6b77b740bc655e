import type { TimelineEntry } from '@talad/proto/http/shipping-payment/shipping-admin-shapes'
import { Badge, type Tone } from '@talad/ui/components/status'
import { formatSum } from '@talad/ui/format/money'
import { useText } from '../../i18n/index.ts'
import { Ident } from '../../ui/ident.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Staff } from '../../ui/staff.tsx'
import { factText, isMoment, isMoney } from './facts.ts'
import { Said } from './said.tsx'
import { eventText, readable, sourceTexts } from './words.ts'

const tones: Record<TimelineEntry['source'], Tone> = {
  buyer: 'good',
  admin: 'bad',
  provider: 'wait',
  ledger: 'calm',
  chain: 'calm',
  system: 'calm',
}
type Fact = { name: string; value: TimelineEntry['details'][string] }

function Value({ name, value, event }: Fact & { event: string }) {
  if (typeof value === 'string' && /^(0x[0-9a-f]{40,}|[0-9a-f]{24})$/.test(value))
    return <Ident value={value} short />
  if (isMoment(value)) return <Moment at={value} />
  if (isMoney(name, value, event)) return formatSum(BigInt(value))
  return value === null ? '–' : <Said name={name} value={value} />
}

function Detail({ name, value, event }: Fact & { event: string }) {
  const { t } = useText()
  const key = name === 'amount' && isMoney(name, value, event) ? 'col.value' : factText(name)
  if (value === null) return null
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
      <dt className="text-soft">{key ? t(key) : readable(name)}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">
        <Value name={name} value={value} event={event} />
      </dd>
    </div>
  )
}

function StepName({ type }: Pick<TimelineEntry, 'type'>) {
  const { t } = useText()
  const key = eventText(type)
  return <span className="font-semibold">{key ? t(key) : readable(type)}</span>
}

/** Everything that happened to one purchase, from the click to the block, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useText()
  return (
    <ol className="grid">
      {entries.map((entry, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the past has one order, and several things happen in one moment
          key={`${entry.at}${index}`}
          className="relative grid gap-1 border-l-2 border-line pb-4 pl-5 last:border-transparent last:pb-0"
        >
          <span
            aria-hidden="true"
            className="absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-surface bg-leaf"
          />
          <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <StepName type={entry.type} />
            <Badge tone={tones[entry.source]}>{t(sourceTexts[entry.source])}</Badge>
            <span className="ml-auto text-xs text-soft">
              <Moment at={entry.at} />
            </span>
          </p>
          {entry.by !== null && (
            <p className="text-sm">
              {t('timeline.by')} <Staff id={entry.by} />
            </p>
          )}
          <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
            {entry.topup_id !== null && <Detail name="topup" value={entry.topup_id} event={entry.type} />}
            {Object.entries(entry.details).map(([name, value]) => (
              <Detail key={name} name={name} value={value} event={entry.type} />
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
