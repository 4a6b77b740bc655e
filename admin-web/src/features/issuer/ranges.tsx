import type { NftRangeShown } from '@talad/proto/http/nft-range'
import { shortHash } from '@talad/ui/format/address'
import { useText } from '../../i18n/index.ts'
import { barsOf } from './range-bars.ts'

/** A range in words. */
export function useRangeText() {
  const { t } = useText()
  return ({ token_from: from, token_to: to, abstract }: NftRangeShown) => {
    const tokens =
      from === null || to === null ? t('issuer.whole') : from === to ? `#${from}` : `#${from} – #${to}`
    return abstract
      ? `${tokens} · ${abstract.collection_id}${abstract.item_id ? `/${abstract.item_id}` : ''}`
      : tokens
  }
}

/** What an issuer issues, a line of numbers a contract; `small`: without words. */
export function RangeBars({ ranges, small = false }: { ranges: readonly NftRangeShown[]; small?: boolean }) {
  const textOf = useRangeText()
  return (
    <div className={small ? 'grid min-w-24 gap-1' : 'grid gap-4'}>
      {barsOf(ranges).map(({ blockchain, contract, bars }) => (
        <div key={`${blockchain} ${contract}`} className="grid gap-1">
          {!small && (
            <p className="text-sm text-soft" title={contract}>
              {blockchain} {shortHash(contract)}
            </p>
          )}
          <div aria-hidden className={`relative rounded-sm bg-line ${small ? 'h-2' : 'h-3'}`}>
            {bars.map(({ range, left, width }) => (
              <span
                key={`${range.token_from} ${range.token_to} ${range.abstract?.item_id} ${range.abstract?.collection_id}`}
                className={`absolute inset-y-0 rounded-sm ${range.abstract ? 'bg-gold' : 'bg-leaf'}`}
                style={{ left: `${left}%`, width: `${width}%` }}
              />
            ))}
          </div>
          <p className={small ? 'sr-only' : 'text-sm tabular-nums [overflow-wrap:anywhere]'}>
            {bars.map(({ range }) => textOf(range)).join(', ')}
          </p>
        </div>
      ))}
    </div>
  )
}
