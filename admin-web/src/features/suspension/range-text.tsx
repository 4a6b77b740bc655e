import type { NftRangeShown } from '@talad/proto/http/nft-range'
import { useText } from '../../i18n/index.ts'
import { VirtualCollection } from '../../ui/virtual-collection.tsx'

/** What of a contract a range is about, in words. */
export function Tokens({ range }: { range: NftRangeShown }) {
  const { t } = useText()
  const { token_from: from, token_to: to, abstract } = range
  const isWhole = from === null || to === null
  const tokens = isWhole ? t('suspension.whole') : from === to ? `#${from}` : `#${from} – #${to}`
  if (!abstract) return <span className="[overflow-wrap:anywhere]">{tokens}</span>
  return (
    <>
      {t('suspension.virtual')} <VirtualCollection stands={abstract} />
      {!isWhole && ` · ${tokens}`}
    </>
  )
}
