import { CopyIcon } from '@talad/ui/components/more-icons'
import { Fact } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { Tabs } from '@talad/ui/components/tabs'
import { WalletFace } from '@talad/ui/components/wallet-face'
import { shortAddress } from '@talad/ui/format/address'
import { formatBaht, formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import EventList from '../features/activity/components/event-list.tsx'
import { walletsQuery } from '../features/asset/api/wallet.ts'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { sumOf } from '../features/history/scale.ts'
import { useLateText } from '../i18n/late.ts'
import { personQuery } from '../market/people/people.ts'
import { useProfile, walletsOf } from '../market/people/profile.ts'
import { useSite } from '../market/reads/site.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { copyText } from '../market/sharing/copy-text.ts'
import { ShareMenu } from '../market/sharing/share-menu.tsx'

const route = getRouteApi('/people/$who')

function Address({ wallet, explorer }: { wallet: string; explorer: string | null }) {
  const { t } = useLateText()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3">
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
      {explorer && (
        <a
          href={`${explorer}/address/${wallet}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center text-sm text-leaf underline underline-offset-4"
        >
          {t('wallet.explorer')}
        </a>
      )}
    </span>
  )
}

type Shown = {
  title: string
  ens: string | null
  picture: string | null
  wallets: readonly string[]
  isMine: boolean
}

function Head({ title, ens, picture, wallets }: Shown) {
  const { explorer } = useSite().chain
  return (
    <header className="flex items-start gap-4 md:gap-6">
      <WalletFace address={wallets[0] ?? ''} picture={picture} className="size-18 md:size-24" />
      <div className="min-w-0 flex-1">
        <h1 className="title text-2xl break-words">{title}</h1>
        {ens && ens !== title && <p className="font-semibold break-words text-soft">{ens}</p>}
        <div className="flex flex-wrap gap-x-6">
          {wallets.map((wallet) => (
            <Address key={wallet} wallet={wallet} explorer={explorer} />
          ))}
        </div>
      </div>
      <ShareMenu text={title} />
    </header>
  )
}

/** Who they are on the market, in four figures. What somebody spent and earned is only their own to see. */
function Figures({ wallets, isMine }: Shown) {
  const { t } = useLateText()
  const figures = useQuery(walletsQuery(wallets))
  if (figures.isError) return <LoadError error={figures.error} retry={() => void figures.refetch()} />
  const found = figures.data
  if (!found) return <Skeleton className="h-44 rounded-lg md:h-32" />
  const count = (of: (one: NonNullable<typeof found>[number]) => number) =>
    formatCount(found.reduce((sum, one) => sum + of(one), 0))
  const trades = (side: 'bought' | 'sold') => (
    <>
      {t('wallet.times', { count: count((one) => one[side].sales) })}
      {isMine && (
        <span className="block text-sm font-normal text-soft">
          {formatBaht(sumOf(found.map((one) => one[side].volume ?? '0')))}
        </span>
      )}
    </>
  )
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 rounded-lg bg-surface p-5 shadow-card md:grid-cols-4 md:p-7">
      <Fact label={t('wallet.holds')} large>
        {t('common.pieces', { amount: count(({ assets }) => assets) })}
      </Fact>
      <Fact label={t('collection.listed')} large>
        {t('common.pieces', { amount: count(({ listed }) => listed) })}
      </Fact>
      <Fact label={t('wallet.bought')} large>
        {trades('bought')}
      </Fact>
      <Fact label={t('wallet.sold')} large>
        {trades('sold')}
      </Fact>
    </dl>
  )
}

/** What somebody holds, has on sale, is offered for, and did. */
function Tabbed({ title, wallets }: Shown) {
  const { t } = useLateText()
  const { tab = 'holds' } = route.useSearch()
  const navigate = route.useNavigate()
  const { chain } = useSite()
  const tabs = [
    { value: 'holds', text: t('collection.tabItems') },
    { value: 'listed', text: t('collection.listed') },
    { value: 'offered', text: t('filter.offered') },
    { value: 'activity', text: t('asset.activity') },
  ] as const
  const states = { holds: {}, listed: { state: 'li' }, offered: { state: 'of' } } as const
  const none = { holds: 'wallet.empty', listed: 'wallet.noneListed', offered: 'wallet.noneOffered' } as const
  const owner = wallets.join(',')
  return (
    <Tabs
      label={title}
      value={tab}
      tabs={tabs}
      onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
    >
      <h2 className="sr-only">{tabs.find(({ value }) => value === tab)?.text}</h2>
      {tab === 'activity' ? (
        <EventList filter={{ wallet: owner }} withAsset explorer={chain.explorer} />
      ) : (
        <AssetGrid
          key={tab}
          ofWallet
          filter={{ owner, ...states[tab] }}
          empty={<Empty title={t(none[tab])} />}
        />
      )}
    </Tabs>
  )
}

function Waiting() {
  return (
    <div className="page grid gap-8 pt-12" aria-busy="true">
      <Skeleton className="h-24 max-w-lg rounded-lg" />
      <Skeleton className="h-44 rounded-lg md:h-32" />
    </div>
  )
}

/** Somebody, by a public name or by an address: what everybody may see of them, and nothing else (ID-42). */
export default function PersonPage() {
  const { t } = useLateText()
  const { who } = route.useParams()
  const found = useQuery(personQuery(who))
  const mine = walletsOf(useProfile().data)
  if (found.isPending) return <Waiting />
  if (found.isError) {
    return (
      <div className="page py-12">
        <LoadError isPage error={found.error} retry={() => void found.refetch()} />
      </div>
    )
  }
  const { display_name: name, ens, picture, wallets } = found.data
  const isMine = wallets.some((wallet) => mine.includes(wallet))
  const shown = {
    title: name ?? ens ?? (isMine ? t('wallet.own') : t('wallet.title')),
    ens,
    picture,
    wallets,
    isMine,
  }
  return (
    <div className="page grid gap-8 pt-12 *:min-w-0">
      <title>{name ?? ens ?? shortAddress(wallets[0] ?? who)}</title>
      <Head {...shown} />
      {wallets.length > 0 && (
        <>
          <Figures {...shown} />
          <Tabbed {...shown} />
        </>
      )}
    </div>
  )
}
