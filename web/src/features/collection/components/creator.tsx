import { useBrowseText } from '../../../i18n/browse.ts'
import { WalletLink } from '../../../market/people/wallet-link.tsx'

/** Whose contract a collection is. */
export default function CollectionCreator({ address }: { address: string }) {
  const { t } = useBrowseText()
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-soft">
      {t('collection.creator')} <WalletLink address={address} className="font-semibold text-ink" />
    </p>
  )
}
