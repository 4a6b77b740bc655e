import type { ActivityEvent } from '@talad/proto/http/asset-indexer/assets'
import { inLanguage } from '@talad/proto/http/bilingual'
import { Picture } from '@talad/ui/components/picture'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'

/** What an event is about; leads there. Without its name where that stands beside it. */
export function EventThing({ event, isNamed = true }: { event: ActivityEvent; isNamed?: boolean }) {
  const { language } = useText()
  const name = inLanguage(event.asset.name, language)
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={{
        blockchain: event.contract.blockchain,
        contract: event.contract.address,
        token: event.token.id,
      }}
      className="flex shrink-0 items-center gap-3 font-semibold hover:text-leaf"
    >
      <Picture src={event.asset.r360} alt={isNamed ? '' : name} className="w-12 shrink-0 rounded-md" />
      {isNamed && <span className="max-w-48 truncate">{name}</span>}
    </Link>
  )
}
