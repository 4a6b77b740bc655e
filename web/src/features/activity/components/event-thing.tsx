import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { buttonClass } from '@talad/ui/components/button'
import { Picture } from '@talad/ui/components/picture'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'

const placeOf = ({ contract: { blockchain, address }, token }: ActivityEvent) => ({
  blockchain,
  contract: address,
  token: token.id,
})

/** Leads to where what an event put up is bought. */
export function BuyLink({ event }: { event: ActivityEvent }) {
  const { t } = useText()
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={placeOf(event)}
      className={buttonClass('quiet', 'small')}
    >
      {t('order.buy')}
    </Link>
  )
}

/** What an event is about; leads there. Without its name where that stands beside it. */
export function EventThing({ event, isNamed = true }: { event: ActivityEvent; isNamed?: boolean }) {
  const { language } = useText()
  const name = inLanguage(event.asset.name, language)
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={placeOf(event)}
      className="flex shrink-0 items-center gap-3 font-semibold hover:text-leaf"
    >
      <Picture src={event.asset.r360} alt={isNamed ? '' : name} className="w-12 shrink-0 rounded-md" />
      {isNamed && <span className="max-w-48 truncate">{name}</span>}
    </Link>
  )
}
