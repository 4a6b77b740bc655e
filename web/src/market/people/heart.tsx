import type { FavouriteKind } from '@talad/proto/http/identity/favourites'
import { HeartIcon } from '@talad/ui/components/icons'
import { useText } from '../../i18n/index.ts'
import { useFavourites } from './favourites.ts'

type Props = {
  kind: FavouriteKind
  id: string
  /** what is liked, for those who don't see it */
  name: string
  /** lies on a picture, whatever its colours */
  onPicture?: boolean
  className?: string
}

/** Makes something a favourite, and tells whether it is one. */
export function Heart({ kind, id, name, onPicture = false, className = '' }: Props) {
  const { t } = useText()
  const { liked, toggle } = useFavourites()
  const isLiked = liked[kind].includes(id)
  const label = isLiked ? t('favourite.remove', { name }) : t('favourite.add', { name })
  const ground = onPicture
    ? 'bg-black/45 text-white backdrop-blur-sm hover:bg-black/65'
    : `bg-surface shadow-card hover:text-leaf ${isLiked ? 'text-leaf' : 'text-ink'}`
  return (
    <button
      type="button"
      aria-pressed={isLiked}
      aria-label={label}
      title={label}
      onClick={() => toggle(kind, id)}
      className={`inline-flex size-11 items-center justify-center rounded-full transition-colors ${ground} ${className}`}
    >
      <HeartIcon className={isLiked ? 'fill-current' : ''} />
    </button>
  )
}
