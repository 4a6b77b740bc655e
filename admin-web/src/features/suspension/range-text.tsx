import type { Suspension } from '@talad/proto/http/moderation/suspension-admin'
import { useText } from '../../i18n/index.ts'

/** The tokens of a range in words. */
export function Tokens({ range }: { range: Suspension['nft_range'] }) {
  const { t } = useText()
  const { token_from: from, token_to: to } = range
  if (from === null || to === null) return t('suspension.whole')
  return <span className="[overflow-wrap:anywhere]">{from === to ? `#${from}` : `#${from} – #${to}`}</span>
}
