import { CopyIcon } from '@talad/ui/components/icons'
import { Fact } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { WalletFace } from '@talad/ui/components/wallet-face'
import { shortAddress } from '@talad/ui/format/address'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import EventList from '../features/activity/components/event-list.tsx'
import { walletQuery } from '../features/asset/api/wallet.ts'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { useLateText } from '../i18n/late.ts'
import { copyText } from '../lib/copy-text.ts'
import { useName } from '../lib/names.ts'
import { useProfile, walletsOf } from '../lib/profile.ts'
import { useSite } from '../lib/site.ts'
import { LoadError } from '../ui/load-error.tsx'

const route = getRouteApi('/$wallet')

function Head({ wallet, isMine }: { wallet: string; isMine: boolean }) {
  const { t } = useLateText()
  const name = useName(wallet)
  return (
    <header className="flex items-center gap-4 md:gap-6">
      <WalletFace address={wallet} className="size-18 md:size-24" />
      <div className="min-w-0">
        <h1 className="title text-2xl">{name ?? (isMine ? t('wallet.own') : t('wallet.title'))}</h1>
        <button
          type="button"
          onClick={() => void copyText(wallet, t('share.copied'))}
          title={t('wallet.copy')}
          className="inline-flex min-h-11 items-center gap-2 font-mono text-sm text-soft hover:text-leaf"
        >
          <span className="md:hidden">{shortAddress(wallet)}</span>
          <span className="max-md:hidden">{wallet}</span>
          <CopyIcon className="size-4" />
        </button>
      </div>
    </header>
  )
}

/** What the wallet is, in four figures. */
function Figures({ wallet }: { wallet: string }) {
  const { t } = useLateText()
  const found = useQuery(walletQuery(wallet))
  if (found.isPending) return <Skeleton className="h-44 rounded-lg md:h-32" />
  if (found.isError) return <LoadError error={found.error} retry={() => void found.refetch()} />
  const { assets, listed, bought, sold } = found.data
  const trades = ({ sales, volume }: typeof bought) => (
    <>
      {formatBaht(volume)}{' '}
      <span className="block text-sm font-normal text-soft">
        {t('wallet.times', { count: formatCount(sales) })}
      </span>
    </>
  )
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 rounded-lg bg-surface p-5 shadow-card md:grid-cols-4 md:p-7">
      <Fact label={t('wallet.holds')} large>
        {t('common.pieces', { amount: formatCount(assets) })}
      </Fact>
      <Fact label={t('collection.listed')} large>
        {t('common.pieces', { amount: formatCount(listed) })}
      </Fact>
      <Fact label={t('wallet.bought')} large>
        {trades(bought)}
      </Fact>
      <Fact label={t('wallet.sold')} large>
        {trades(sold)}
      </Fact>
    </dl>
  )
}

/** What a wallet holds, has on sale, and did. */
export default function WalletPage() {
  const { t } = useLateText()
  const wallet = route.useParams().wallet.toLowerCase()
  const { tab = 'holds' } = route.useSearch()
  const navigate = route.useNavigate()
  const { chain } = useSite()
  const name = useName(wallet)
  const isMine = walletsOf(useProfile().data).includes(wallet)
  const tabs = [
    { value: 'holds', text: t('collection.tabItems') },
    { value: 'listed', text: t('collection.listed') },
    { value: 'activity', text: t('asset.activity') },
  ] as const
  return (
    <div className="page grid gap-8 pt-12 *:min-w-0">
      <title>{name ?? shortAddress(wallet)}</title>
      <Head wallet={wallet} isMine={isMine} />
      <Figures wallet={wallet} />
      <Tabs
        label={t('wallet.title')}
        value={tab}
        tabs={tabs}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      >
        <h2 className="sr-only">{tabs.find(({ value }) => value === tab)?.text}</h2>
        {tab === 'activity' ? (
          <EventList filter={{ wallet }} withAsset explorer={chain.explorer} />
        ) : (
          <AssetGrid
            key={tab}
            ofWallet
            filter={{ owner: wallet, ...(tab === 'listed' && { state: 'li' }) }}
            empty={<Empty title={tab === 'listed' ? t('wallet.noneListed') : t('wallet.empty')} />}
          />
        )}
      </Tabs>
    </div>
  )
}
