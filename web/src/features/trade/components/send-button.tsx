import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { useOwnText } from '../../../i18n/own.ts'

/** The way to send something of one's own to somebody (ID-19); what is suspended stays where it is (MO-7). */
export default function SendButton({ asset, onSend }: { asset: Asset; onSend: () => void }) {
  const { t } = useOwnText()
  if (asset.dynamic.suspended) return null
  return (
    <button
      type="button"
      onClick={onSend}
      className="inline-flex min-h-11 items-center text-sm text-soft underline underline-offset-4 hover:text-ink"
    >
      {t('send.action')}
    </button>
  )
}
