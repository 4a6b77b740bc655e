import { formatCount } from '@talad/ui/format/money'
import { useText } from '../../../i18n/index.ts'
import type { Virtual } from './api.ts'

type Counted = Pick<Virtual, 'mint_count' | 'mint_reserve' | 'mint_limit'>

/** CA-49: how many there are, how many are promised beside them, and how many there may be. */
export function Counters({ mint_count: minted, mint_reserve: promised, mint_limit: limit }: Counted) {
  const { t } = useText()
  const part = (count: number) => `${limit === null ? 0 : Math.min(100, (100 * count) / limit)}%`
  const facts = [
    ['virtual.minted', formatCount(minted), 'bg-leaf'],
    ['virtual.promised', formatCount(promised), 'bg-gold'],
    ['virtual.limit', limit === null ? t('virtual.noLimit') : formatCount(limit), 'bg-sunken'],
  ] as const
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts.map(([label, value, colour]) => (
          <div key={label}>
            <dt className="flex items-center gap-2 text-xs text-soft">
              <span aria-hidden="true" className={`size-2.5 rounded-full border border-line ${colour}`} />
              {t(label)}
            </dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {limit !== null && (
        <div aria-hidden="true" className="flex h-2 max-w-md overflow-hidden rounded-full bg-sunken">
          <span className="bg-leaf" style={{ width: part(minted) }} />
          <span className="bg-gold" style={{ width: part(promised) }} />
        </div>
      )}
    </div>
  )
}
