import { inLanguage } from '@talad/proto/http/bilingual'
import { Button, buttonClass } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Spinner } from '@talad/ui/components/spinner'
import { Badge, Skeleton, type Tone } from '@talad/ui/components/status'
import { shortAddress, shortTokenId } from '@talad/ui/format/address'
import { formatCount } from '@talad/ui/format/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useVirtualText, type VirtualKey } from '../../../i18n/virtual.ts'
import { useSite } from '../../../market/reads/site.ts'
import { ownPicture } from '../../../market/virtual/own-picture.ts'
import { virtualCollectionQuery, virtualItemQuery } from '../../../market/virtual/reads.ts'
import type { Holding } from '../api/holdings.ts'
import { isMintedOn, type Seen, seenOf } from '../minting.ts'
import { MintProgress } from './mint-progress.tsx'

const states = {
  virtual: ['calm', 'mint.isVirtual'],
  failed: ['bad', 'mint.hasFailed'],
  waiting: ['wait', 'mint.waits'],
  minting: ['wait', 'mint.isMinting'],
  minted: ['good', 'mint.isMinted'],
} as const satisfies Record<Seen, readonly [Tone, VirtualKey]>

function State({ seen }: { seen: Seen }) {
  const { t } = useVirtualText()
  const [tone, text] = states[seen]
  return (
    <Badge tone={tone}>
      {seen === 'minting' && <Spinner className="size-3.5" />}
      {t(text)}
    </Badge>
  )
}

type Asked = {
  holding: Holding
  onMint: () => void
  /** looks for what it can be used for */
  onUse: () => void
  /** absent where no wallet can be linked here */
  onLink: () => void
}

/** What is the case with a holding, and the one thing to do about it. */
function Next({ holding, onMint, onLink }: Omit<Asked, 'onUse'>) {
  const { t } = useVirtualText()
  const { chain } = useSite()
  const seen = seenOf(holding)
  const { nft, vnft } = holding
  const above = useQuery(virtualCollectionQuery(vnft.collection_id)).data?.collection
  if (seen === 'minting') return <MintProgress holding={holding} />
  if (seen === 'minted') {
    return nft?.contract_address ? (
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span className="text-soft">{t('mint.heldBy', { wallet: shortAddress(nft.receiver_address) })}</span>
        <Link
          to="/assets/$blockchain/$contract/$token"
          params={{ blockchain: nft.blockchain, contract: nft.contract_address, token: holding.tokenId }}
          className={buttonClass('quiet', 'small')}
        >
          {t('mint.see')}
        </Link>
      </p>
    ) : null
  }
  if (seen === 'waiting') {
    return (
      <div className="grid justify-items-start gap-2">
        <p className="text-sm text-soft">{t('mint.waitsText')}</p>
        <Button look="quiet" size="small" onClick={onLink}>
          {t('mint.link')}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-2">
      {seen === 'failed' && <p className="text-sm text-soft">{t('mint.failedText')}</p>}
      {isMintedOn(above, chain.slug) ? (
        <Button look="quiet" size="small" onClick={onMint}>
          {seen === 'failed' ? t('mint.again') : t('mint.open')}
        </Button>
      ) : (
        <p className="text-sm text-soft">{t('mint.notHere')}</p>
      )}
    </div>
  )
}

/** One thing that somebody was granted: what it is, where it is, and what can be done with it. */
export function HoldingRow({ holding, onMint, onUse, onLink, isBare = false }: Asked & { isBare?: boolean }) {
  const { t, language } = useVirtualText()
  const { vnft, source, amount } = holding
  const read = useQuery(virtualItemQuery(vnft.item_id))
  const item = read.data?.item
  // what can't be named now can be minted all the same
  const name = item ? inLanguage(item.name, language) : `#${shortTokenId(holding.tokenId)}`
  return (
    <div className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-3 py-4">
      {!isBare && (
        <Picture src={ownPicture(item?.image) ?? null} alt="" className="w-16 rounded-md sm:w-20" />
      )}
      <div className={`grid min-w-0 gap-3 ${isBare ? 'col-span-2' : ''}`}>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <div className="min-w-0">
            {!isBare &&
              (read.isPending ? (
                <Skeleton className="h-6 w-32" />
              ) : (
                <Link
                  to="/projects/$project/items/$idOrSlug"
                  params={{ project: source.project_id, idOrSlug: vnft.item_id }}
                  className="block font-semibold break-words hover:text-leaf hover:underline"
                >
                  {name}
                </Link>
              ))}
            <p className="text-sm text-soft tabular-nums">
              {t('mint.number', { number: formatCount(Number(vnft.token_id)) })}
              {amount > 1 && ` · ${t('common.pieces', { amount: formatCount(amount) })}`}
            </p>
          </div>
          <State seen={seenOf(holding)} />
        </div>
        <Next holding={holding} onMint={onMint} onLink={onLink} />
        {holding.state !== 'minting' && (
          <Button look="plain" size="small" className="-ml-4 justify-self-start" onClick={onUse}>
            {t('mint.use')}
          </Button>
        )}
      </div>
    </div>
  )
}
