import { getRouteApi } from '@tanstack/react-router'
import { EventList } from '../features/activity/components/event-list.tsx'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { useText } from '../i18n/index.ts'
import { shortAddress } from '../lib/address.ts'
import { formatCount } from '../lib/money.ts'
import { useProfile, walletsOf } from '../lib/profile.ts'
import { useSite } from '../lib/site.ts'
import { say } from '../lib/toast.ts'
import { WalletIcon } from '../ui/icons.tsx'
import { Section } from '../ui/section.tsx'
import { Badge, Empty } from '../ui/status.tsx'

const route = getRouteApi('/$wallet')

/** What a wallet holds, and what it did. */
export default function WalletPage() {
  const { t } = useText()
  const wallet = route.useParams().wallet.toLowerCase()
  const { chain } = useSite()
  const isMine = walletsOf(useProfile().data).includes(wallet)
  const copy = () =>
    navigator.clipboard.writeText(wallet).then(
      () => say(t('share.copied'), 'success'),
      () => {},
    )
  return (
    <div className="page grid gap-10 pt-8">
      <title>{shortAddress(wallet)}</title>
      <header className="flex items-center gap-4">
        <span className="inline-flex size-16 items-center justify-center rounded-full bg-leaf-wash text-leaf">
          <WalletIcon className="size-8" />
        </span>
        <div>
          <h1 className="flex items-center gap-2 text-xl">
            {t('wallet.title')} {isMine && <Badge tone="good">{t('common.you')}</Badge>}
          </h1>
          <button
            type="button"
            onClick={() => void copy()}
            title={t('wallet.copy')}
            className="min-h-8 font-mono text-sm text-soft hover:text-leaf"
          >
            {shortAddress(wallet)}
          </button>
        </div>
      </header>
      <Section title={t('wallet.holds')}>
        <AssetGrid
          filter={{ owner: wallet }}
          count={(total) => (
            <p className="mb-3 text-sm text-soft">{t('common.pieces', { amount: formatCount(total) })}</p>
          )}
          empty={<Empty title={t('wallet.empty')} />}
        />
      </Section>
      <Section title={t('asset.activity')}>
        <EventList filter={{ wallet }} withAsset explorer={chain.explorer} />
      </Section>
    </div>
  )
}
