import { More } from '@talad/ui/components/more'
import { Picture } from '@talad/ui/components/picture'
import { Badge, Empty } from '@talad/ui/components/status'
import { shortTokenId } from '@talad/ui/format/address'
import { formatCount } from '@talad/ui/format/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { assetQuery } from '../features/asset/api/assets.ts'
import { AssetCardsWaiting } from '../features/asset/components/asset-grid.tsx'
import { type Shown, type WalletNft, walletNftsQuery } from '../features/virtual/api/wallet-nfts.ts'
import { useVirtualText } from '../i18n/virtual.ts'
import { useSite } from '../market/reads/site.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const toggled = (list: readonly string[], one: string) =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

/** What is in a wallet, in words of strangers; its picture is the market's own, where the market knows it. */
function Nft({ nft }: { nft: WalletNft }) {
  const { t } = useVirtualText()
  const { chain } = useSite()
  const { blockchain, contract, token_id: token } = nft
  const isHere = blockchain === chain.slug
  const place = { blockchain, contract: contract.address, token }
  const known = useQuery({ ...assetQuery(place), enabled: isHere, refetchInterval: false }).data
  const card = (
    <>
      <Picture src={known?.image.r360 ?? null} alt="" />
      <div className="grid gap-0.5 px-3.5 py-3">
        <h3 className="line-clamp-2 text-base font-semibold break-words group-hover:text-leaf">
          {nft.name || `#${shortTokenId(token)}`}
        </h3>
        <p className="truncate text-sm text-soft">{contract.name || contract.symbol}</p>
        <p className="flex flex-wrap gap-2 text-sm text-soft">
          {blockchain.toUpperCase()}
          {nft.balance !== '1' && <span>{t('common.pieces', { amount: formatCount(nft.balance) })}</span>}
          {nft.spam && <Badge tone="bad">{t('nfts.spam')}</Badge>}
        </p>
      </div>
    </>
  )
  const look = 'group block h-full overflow-hidden rounded-lg bg-surface shadow-card'
  return known ? (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={place}
      className={`${look} transition-shadow hover:shadow-lift`}
    >
      {card}
    </Link>
  ) : (
    <div className={look}>{card}</div>
  )
}

type Props = { linkId: string; shown: Shown; onChange: (shown: Shown) => void }

/** What a third party says is in the wallet of a linked identity; spam is hidden unless it is asked for (CA-81). */
export default function WalletNfts({ linkId, shown, onChange }: Props) {
  const { t } = useVirtualText()
  const { chain } = useSite()
  const pages = useInfiniteQuery(walletNftsQuery(linkId, shown))
  const list = pages.data?.pages.flatMap(({ assets }) => assets) ?? []
  const chains = [...new Set([chain.slug, ...list.map(({ blockchain }) => blockchain), ...shown.chains])]
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="mb-2 text-sm font-semibold">{t('nfts.chains')}</legend>
        {chains.map((one) => (
          <label key={one} className="inline-flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-leaf"
              checked={shown.chains.includes(one)}
              onChange={() => onChange({ ...shown, chains: toggled(shown.chains, one) })}
            />
            {one.toUpperCase()}
          </label>
        ))}
        <label className="inline-flex min-h-8 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="size-4 accent-leaf"
            checked={shown.withSpam}
            onChange={() => onChange({ ...shown, withSpam: !shown.withSpam })}
          />
          {t('nfts.withSpam')}
        </label>
      </fieldset>
      {pages.isPending ? (
        <AssetCardsWaiting />
      ) : pages.isError ? (
        <LoadError error={pages.error} retry={() => void pages.refetch()} />
      ) : list.length === 0 && !pages.hasNextPage ? (
        <Empty title={t('nfts.none')} />
      ) : (
        <ul className="card-grid">
          {list.map((nft) => (
            <li key={`${nft.blockchain} ${nft.contract.address} ${nft.token_id}`} className="min-w-0">
              <Nft nft={nft} />
            </li>
          ))}
        </ul>
      )}
      <More pages={pages} apart byItself />
    </>
  )
}
