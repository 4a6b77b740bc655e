import { Hint } from '@talad/ui/components/hint'
import { Fact } from '@talad/ui/components/section'
import { Badge } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { useVirtualText } from '../../../i18n/virtual.ts'
import { type Counted, left } from '../../../market/virtual/supply.ts'

/** How much of a limit is given out and promised; the rest is free. */
function Bar({ of: { mint_count: made, mint_reserve: promised }, limit }: { of: Counted; limit: number }) {
  const share = (count: number) => `${Math.min(100, (count / limit) * 100)}%`
  return (
    <div aria-hidden="true" className="flex h-2 overflow-hidden rounded-full bg-sunken">
      <span className="bg-leaf" style={{ width: share(made) }} />
      <span className="bg-gold" style={{ width: share(promised) }} />
    </div>
  )
}

/**
 * How many there are of something, are promised and are left (CA-49).
 * @param above the collection of an item, which may have a tighter limit
 */
export function Supply({ of, above }: { of: Counted; above?: Counted | undefined }) {
  const { t } = useVirtualText()
  const rest = left(of, ...(above ? [above] : []))
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-3 gap-4">
        <Fact label={t('virtual.made')} large>
          {formatCount(of.mint_count)}
        </Fact>
        <Fact
          label={
            <>
              {t('virtual.promised')} <Hint text={t('virtual.promisedHint')} />
            </>
          }
          large
        >
          {formatCount(of.mint_reserve)}
        </Fact>
        <Fact label={t('virtual.left')} large>
          {rest === null ? t('virtual.unlimited') : rest === 0 ? t('virtual.none') : formatCount(rest)}
          {of.mint_limit !== null && (
            <span className="block truncate text-sm font-normal text-soft">
              {t('virtual.of', { limit: formatCount(of.mint_limit) })}
            </span>
          )}
        </Fact>
      </dl>
      {of.mint_limit !== null && <Bar of={of} limit={of.mint_limit} />}
      {of.archived && (
        <p>
          <Badge>{t('virtual.archived')}</Badge>
        </p>
      )}
    </div>
  )
}

/** The same in one line, as a card has it. */
export function SupplyLine({ of }: { of: Counted }) {
  const { t } = useVirtualText()
  const made = `${t('virtual.made')} ${formatCount(of.mint_count)}`
  const rest = left(of)
  const more = of.archived
    ? t('virtual.archived')
    : rest === null
      ? t('virtual.unlimited')
      : rest === 0
        ? t('virtual.none')
        : `${t('virtual.left')} ${formatCount(rest)}`
  return (
    <p className="flex flex-wrap gap-x-2 text-sm text-soft tabular-nums">
      <span>{made}</span> <span>{more}</span>
    </p>
  )
}
