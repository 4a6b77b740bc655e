import type { Profile } from '@talad/proto/http/identity/profile'
import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass } from '@talad/ui/components/button'
import { SelectField } from '@talad/ui/components/field'
import { More } from '@talad/ui/components/more'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { shortAddress } from '@talad/ui/format/address'
import { useSession } from '@talad/ui/session/session'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { holdingsQuery } from '../features/virtual/api/holdings.ts'
import { linksQuery } from '../features/wallets/api/links.ts'
import { useVirtualText } from '../i18n/virtual.ts'
import { useProfile, walletsOf } from '../market/people/profile.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import OwnHoldings from './own-holdings.tsx'

const HeldTokens = lazyPart(() => import('../features/account/components/held-tokens.tsx'))
const WalletNfts = lazyPart(() => import('./wallet-nfts.tsx'))
const route = getRouteApi('/account/wallet')

function Waiting() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-28 rounded-lg" />
      <Skeleton className="h-28 rounded-lg" />
    </div>
  )
}

/** Everything that the account was granted, page after page. */
function Holdings({ account, profile }: { account: string; profile: Profile }) {
  const { t } = useVirtualText()
  const pages = useInfiniteQuery(holdingsQuery(account))
  if (pages.isPending) return <Waiting />
  if (pages.isError) return <LoadError error={pages.error} retry={() => void pages.refetch()} />
  const list = pages.data.pages.flatMap((page) => page.list)
  if (list.length === 0) {
    return (
      <Empty title={t('mint.none')}>
        <p className="max-w-sm text-sm text-soft">{t('mint.noneText')}</p>
      </Empty>
    )
  }
  return (
    <>
      <OwnHoldings holdings={list} profile={profile} />
      <More pages={pages} apart byItself />
    </>
  )
}

/** What is in the account, or in the wallet of one linked identity; which one is in the address (WB-5). */
function Wallet({ account, profile }: { account: string; profile: Profile }) {
  const { t } = useVirtualText()
  const { of = '', chains, spam } = route.useSearch()
  const navigate = route.useNavigate()
  const links = useQuery(linksQuery(account)).data ?? []
  const wallets = links.flatMap(({ _id, identity_provider_profile: { walletAddress } }) =>
    walletAddress === null
      ? []
      : [{ value: _id, label: t('nfts.wallet', { address: shortAddress(walletAddress) }) }],
  )
  const change = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ search, replace: true, resetScroll: false })
  const shown = { chains: chains?.split(',') ?? [], withSpam: spam === '1' }
  return (
    <>
      {wallets.length > 0 && (
        <div className="max-w-sm">
          <SelectField
            label={t('nfts.of')}
            value={wallets.some(({ value }) => value === of) ? of : ''}
            options={[{ value: '', label: t('nfts.account') }, ...wallets]}
            onChange={({ target }) => change(target.value === '' ? {} : { of: target.value })}
          />
        </div>
      )}
      {of === '' ? (
        <Holdings account={account} profile={profile} />
      ) : (
        <Part fallback={<Waiting />}>
          <WalletNfts
            linkId={of}
            shown={shown}
            onChange={(next) =>
              change({
                of,
                ...(next.chains.length > 0 ? { chains: next.chains.join(',') } : {}),
                ...(next.withSpam ? { spam: '1' as const } : {}),
              })
            }
          />
        </Part>
      )}
    </>
  )
}

/** What an account has of virtual things: not on a chain, on the way there, and minted (CA-28, CA-80). */
export default function AccountWalletPage() {
  const { t } = useVirtualText()
  const session = useSession()
  const profile = useProfile()
  return (
    <div className="page grid max-w-3xl content-start gap-6 pt-10 *:min-w-0">
      <title>{t('mint.wallet')}</title>
      <div>
        <Link
          to="/account"
          search={{}}
          className="inline-flex min-h-6 items-center font-semibold text-leaf hover:underline"
        >
          {t('nav.account')}
        </Link>
        <h1 className="title text-2xl md:text-3xl">{t('mint.wallet')}</h1>
        <p className="mt-2 text-soft">{t('mint.ownText')}</p>
      </div>
      {session.kind === 'visitor' ? (
        <Empty title={t('account.signInFirst')}>
          <Link to="/sign-in" onClick={rememberPlace} className={buttonClass()}>
            {t('nav.signIn')}
          </Link>
        </Empty>
      ) : profile.isError ? (
        <LoadError error={profile.error} retry={() => void profile.refetch()} />
      ) : session.kind === 'user' && profile.data ? (
        <>
          <Part fallback={<Waiting />}>
            <HeldTokens wallets={walletsOf(profile.data)} />
          </Part>
          <Wallet account={session.accountId} profile={profile.data} />
        </>
      ) : (
        <Waiting />
      )}
    </div>
  )
}
