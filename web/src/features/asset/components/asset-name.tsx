import { shortTokenId } from '@talad/ui/format/address'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../i18n/index.ts'
import { type AssetPlace, assetQuery } from '../api/assets.ts'
import { assetName } from './asset-card.tsx'

/** The name of an asset as a link, read by its place on the chain. */
export function AssetName({ onGo, ...place }: AssetPlace & { onGo?: () => void }) {
  const { language } = useText()
  const { data } = useQuery({ ...assetQuery(place), staleTime: 60_000 })
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={place}
      {...(onGo && { onClick: onGo })}
      className="underline-offset-4 hover:text-leaf hover:underline"
    >
      {data ? assetName(data, language) : `#${shortTokenId(place.token)}`}
    </Link>
  )
}
