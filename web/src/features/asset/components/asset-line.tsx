import { Picture } from '@talad/ui/components/picture'
import { shortTokenId } from '@talad/ui/format/address'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { type AssetPlace, assetQuery } from '../api/assets.ts'
import { assetName } from './asset-card.tsx'

/** An asset in one line of a list, read by its place on the chain. */
export function AssetLine(place: AssetPlace) {
  const { language } = useText()
  const { data } = useQuery({ ...assetQuery(place), staleTime: 60_000 })
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={place}
      className="flex min-w-0 items-center gap-3 font-semibold hover:text-leaf"
    >
      <Picture src={data?.image.r360 ?? null} alt="" className="w-12 shrink-0 rounded-sm" />
      <span className="min-w-0 truncate">
        {data ? assetName(data, language) : `#${shortTokenId(place.token)}`}
      </span>
    </Link>
  )
}
