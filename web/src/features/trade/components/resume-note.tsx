import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { Spinner } from '@talad/ui/components/spinner'
import { Notice } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTradeText } from '../../../i18n/trade.ts'
import { useSite } from '../../../market/reads/site.ts'
import { refetchTraded } from '../../../market/trading/fulfil.ts'
import { openTradesQuery } from '../../../market/trading/records.ts'
import { TxLink } from '../../../market/trading/tx-link.tsx'

/** How long it is told that a transaction did not go through. */
const TOLD_MS = 10 * 60_000

/** WB-7: what the viewer does with an asset on the chain, also after the page was loaded anew. */
export default function ResumeNote({ asset, account }: { asset: Asset; account: string }) {
  const { t } = useTradeText()
  const { explorer } = useSite().chain
  const { data = [] } = useQuery(openTradesQuery(account))
  const own = data.filter(
    ({ asset: { contract, token } }) =>
      contract.address === asset.contract.address.toLowerCase() && token.id === asset.token.id,
  )
  const going = own.find(({ status }) => status === 'processing')
  const [newest] = own
  const id = going?._id
  useEffect(() => {
    if (id === undefined) return
    // when it is over, the page shows what came of it
    return () => void refetchTraded()
  }, [id])
  if (going) {
    return (
      <Notice>
        <div role="status" className="grid gap-1">
          <p className="flex items-center gap-2.5 font-semibold">
            <Spinner className="size-4" /> {t('resume.processing')}
          </p>
          {going.tx_hash && <TxLink hash={going.tx_hash} explorer={explorer} />}
        </div>
      </Notice>
    )
  }
  const hasFailed = newest?.status === 'failed' && Date.now() - Date.parse(newest.updated) < TOLD_MS
  return hasFailed ? <Notice tone="bad">{t('resume.failed')}</Notice> : null
}
