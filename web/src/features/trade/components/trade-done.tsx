import { buttonClass } from '@talad/ui/components/button'
import { ClosingSoon, SecondsLeft } from '@talad/ui/components/closing-soon'
import { CheckIcon } from '@talad/ui/components/icons'
import { Picture } from '@talad/ui/components/picture'
import { useLateText } from '../../../i18n/late.ts'
import { useTradeText } from '../../../i18n/trade.ts'
import { useSite } from '../../../market/reads/site.ts'
import { Share } from '../../../market/sharing/share.tsx'
import { TxLink } from '../../../market/trading/tx-link.tsx'
import type { Shared } from '../shared.ts'

type Props = {
  text: string
  name: string
  /** where it is told of: the page of what was traded */
  url?: string
  image: string | null
  hash?: string | undefined
  /** what is said of it to others; undefined: nothing to tell */
  shared?: Shared | undefined
  onClose: () => void
}

/** The good end of a trade. */
export function TradeDone({ text, name, image, hash, shared, url = window.location.href, onClose }: Props) {
  const { t } = useTradeText()
  const { t: common } = useLateText()
  const { explorer } = useSite().chain
  return (
    <ClosingSoon onClose={onClose} className="grid gap-6">
      {(left) => (
        <>
          <div role="status" className="flex items-center gap-4 rounded-md bg-leaf-wash p-3">
            <Picture src={image} alt="" className="w-20 shrink-0 rounded-sm" />
            <div className="min-w-0">
              <p className="flex items-center gap-1.5 text-sm font-semibold text-leaf">
                <CheckIcon className="size-4 shrink-0" /> {text}
              </p>
              <p className="truncate font-semibold">{name}</p>
              {hash && <TxLink hash={hash} explorer={explorer} />}
            </div>
          </div>
          {shared && <Share url={url} text={t(shared, { name })} />}
          <button type="button" onClick={onClose} className={buttonClass()}>
            {common('list.view')}
            <SecondsLeft left={left} />
          </button>
        </>
      )}
    </ClosingSoon>
  )
}
