import { shortHash } from '@talad/ui/format/address'
import { useLateText } from '../../i18n/late.ts'

/** The delivery on the chain: a link where there is a page for it. */
export function TxLink({ hash, explorer }: { hash: string; explorer: string | null }) {
  const { t } = useLateText()
  return (
    <p className="text-sm text-soft">
      {t('purchase.hash')}{' '}
      {explorer ? (
        <a href={`${explorer}/tx/${hash}`} target="_blank" rel="noreferrer" className="font-mono text-leaf">
          {shortHash(hash)}
        </a>
      ) : (
        <span className="font-mono">{shortHash(hash)}</span>
      )}
    </p>
  )
}
