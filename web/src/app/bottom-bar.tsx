import { rememberPlace } from '@talad/ui/browser/return-place'
import { GridIcon, HeartIcon, PersonIcon, SearchIcon } from '@talad/ui/components/icons'
import { Part } from '@talad/ui/components/part'
import { useSession } from '@talad/ui/session/session'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { SearchDialog } from './search-part.ts'

const place = 'grid min-h-14 justify-items-center content-center gap-0.5 text-xs font-semibold text-soft'
const here = { className: 'text-leaf' }

/** The four ways of a phone, under a thumb; a page's next step takes its place while it is there (parts.css). */
export function BottomBar() {
  const { t } = useText()
  const session = useSession()
  const [searching, setSearching] = useState(false)
  return (
    <nav aria-label={t('bar.title')} className="bottom-bar">
      <Link to="/explore" search={{}} className={place} activeProps={here}>
        <GridIcon />
        {t('bar.market')}
      </Link>
      <button type="button" className={place} onClick={() => setSearching(true)}>
        <SearchIcon />
        {t('bar.search')}
      </button>
      <Link to="/favourites" search={{}} className={place} activeProps={here}>
        <HeartIcon />
        {t('bar.favourites')}
      </Link>
      {session.kind === 'visitor' ? (
        <Link to="/sign-in" onClick={rememberPlace} className={place} activeProps={here}>
          <PersonIcon />
          {t('bar.account')}
        </Link>
      ) : (
        <Link to="/account" search={{}} className={place} activeProps={here}>
          <PersonIcon />
          {t('bar.account')}
        </Link>
      )}
      {searching && (
        <Part onMissing={() => setSearching(false)}>
          <SearchDialog onClose={() => setSearching(false)} />
        </Part>
      )}
    </nav>
  )
}
