import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { explorerNftUrl } from '@talad/proto/http/gateway/site'
import { Hint } from '@talad/ui/components/hint'
import { CopyIcon } from '@talad/ui/components/more-icons'
import { Fact } from '@talad/ui/components/section'
import { shortAddress, shortTokenId } from '@talad/ui/format/address'
import type { ReactNode } from 'react'
import { useFactsText } from '../i18n/facts.ts'
import { useSite } from '../market/reads/site.ts'
import { copyText } from '../market/sharing/copy-text.ts'

/** A word that only collectors know, with what it means. */
function Explained({ word, text }: { word: string; text: string }) {
  return (
    <>
      {word} <Hint text={text} />
    </>
  )
}

/** Something short with a button that copies all of it. */
function Copied({ shown, text, label }: { shown: ReactNode; text: string; label: string }) {
  const { t } = useFactsText()
  return (
    <span className="inline-flex items-center gap-1">
      {shown}
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => void copyText(text, t('share.copied'))}
        className="inline-flex size-8 items-center justify-center rounded-full text-soft hover:bg-sunken hover:text-leaf"
      >
        <CopyIcon className="size-4" />
      </button>
    </span>
  )
}

/** What the chain says of an asset. */
export default function AssetChain({ asset }: { asset: Asset }) {
  const { t } = useFactsText()
  const { explorerNft } = useSite().chain
  const address = shortAddress(asset.contract.address)
  const facts: [string, ReactNode, ReactNode][] = [
    [
      'contract',
      <Explained key="" word={t('asset.contract')} text={t('asset.contractHint')} />,
      explorerNft ? (
        <Copied
          key=""
          shown={
            <a
              href={explorerNftUrl(explorerNft, {
                contract: asset.contract.address,
                tokenId: asset.token.id,
              })}
              target="_blank"
              rel="noreferrer"
              className="text-leaf underline underline-offset-4"
            >
              {address}
            </a>
          }
          text={asset.contract.address}
          label={t('asset.copyContract')}
        />
      ) : (
        <Copied key="" shown={address} text={asset.contract.address} label={t('asset.copyContract')} />
      ),
    ],
    [
      'token',
      t('asset.tokenId'),
      <Copied
        key=""
        shown={shortTokenId(asset.token.id)}
        text={asset.token.id}
        label={t('asset.copyToken')}
      />,
    ],
    [
      'standard',
      <Explained
        key=""
        word={t('asset.standard')}
        text={asset.contract.type === 'erc721' ? t('asset.singleHint') : t('asset.editionHint')}
      />,
      asset.contract.type === 'erc721' ? 'ERC-721' : 'ERC-1155',
    ],
    ['chain', t('asset.chain'), asset.contract.blockchain.toUpperCase()],
    [
      'rarity',
      <Explained key="" word={t('asset.rarity')} text={t('asset.rarityHint')} />,
      asset.internal.rarity_score.toFixed(1),
    ],
  ]
  return (
    <dl className="grid grid-cols-2 gap-5 pb-6 sm:grid-cols-3">
      {facts.map(([key, label, value]) => (
        <Fact key={key} label={label}>
          {value}
        </Fact>
      ))}
    </dl>
  )
}
