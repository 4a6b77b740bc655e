import { rememberPlace } from '@talad/ui/browser/return-place'
import { buttonClass, IconButton } from '@talad/ui/components/button'
import { Face } from '@talad/ui/components/face'
import { HeartIcon, Mark, PersonIcon, SearchIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { changeLanguage } from '@talad/ui/i18n/language'
import { useSession } from '@talad/ui/session/session'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { useProfile } from '../market/people/profile.ts'
import { useSite } from '../market/reads/site.ts'
import { useSearchKey } from './search-key.ts'
import { SearchDialog } from './search-part.ts'

const Bell = lazyPart(() => import('./bell.tsx'))

function LanguageButton() {
  const { t, language } = useText()
  const next = language === 'th' ? 'en' : 'th'
  if (!useSite().languages.includes(next)) return null
  return (
    <button
      type="button"
      lang={next}
      aria-label={t('nav.language')}
      onClick={() => void changeLanguage(next)}
      className="inline-flex h-11 min-w-11 items-center justify-center rounded-full px-2 text-sm font-semibold hover:bg-white/10"
    >
      {next === 'en' ? 'EN' : 'ไทย'}
    </button>
  )
}

function AccountLink() {
  const { t } = useText()
  const session = useSession()
  const picture = useProfile().data?.profilePictureUrl
  if (session.kind === 'user') {
    return (
      <>
        <Part fallback={<span className="size-11" />} onMissing={() => {}}>
          <Bell account={session.accountId} />
        </Part>
        <Link
          data-tap="account"
          to="/account"
          search={{}}
          aria-label={t('nav.account')}
          className="ml-1 inline-flex h-11 items-center gap-2 rounded-md bg-white/12 px-3 font-semibold hover:bg-white/20"
        >
          {picture ? <Face picture={picture} className="-mx-1 size-8" /> : <PersonIcon />}
          <span className="hidden text-sm lg:inline">{t('nav.account')}</span>
        </Link>
      </>
    )
  }
  return (
    <Link
      data-tap="account"
      to="/sign-in"
      onClick={rememberPlace}
      className={`ml-1 shrink-0 ${buttonClass('gold', 'small')} ${session.kind === 'starting' ? 'invisible' : ''}`}
    >
      {t('nav.signIn')}
    </Link>
  )
}

/** The search as a wide field on a desk, as a glass on a phone; both open the same window. */
function SearchButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useText()
  // where all is looked through there is a field already
  const isThere = useLocation({ select: ({ pathname }) => pathname === '/explore' })
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        onPointerEnter={() => void SearchDialog.preload()}
        className={`hidden h-11 w-full max-w-md items-center gap-3 rounded-md bg-white/12 px-4 text-left text-sm text-white/80 transition-colors hover:bg-white/20 hover:text-white ${isThere ? '' : 'md:flex'}`}
      >
        <SearchIcon />
        <span className="flex-1 truncate">{t('search.label')}</span>
        <span
          aria-hidden="true"
          className="rounded-sm border border-white/30 px-1.5 font-sans text-xs leading-5 max-lg:hidden"
        >
          /
        </span>
      </button>
      <IconButton label={t('search.label')} className="ml-auto md:hidden" onClick={onOpen}>
        <SearchIcon />
      </IconButton>
    </>
  )
}

/** The top of every page: the cloth of the stall. */
export function Header() {
  const { t, language } = useText()
  const { names, metadata } = useSite()
  const name = names[language]
  const [searching, setSearching] = useState(false)
  useSearchKey(() => setSearching(true))
  return (
    <header className="sticky top-0 z-30 text-on-awning **:focus-visible:outline-gold">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-full focus:left-4 focus:mt-4 focus:z-10 focus:rounded-md focus:bg-gold focus:px-4 focus:py-2 focus:text-on-gold"
      >
        {t('nav.skip')}
      </a>
      <div className="bg-awning">
        <div className="page flex h-16 items-center gap-1 md:gap-3">
          <Link
            to="/"
            className="flex shrink-0 items-center gap-2.5 md:mr-6"
            aria-label={t('nav.home', { name })}
          >
            {metadata?.logo ? (
              <img src={metadata.logo} alt="" width={36} height={36} className="size-9 object-contain" />
            ) : (
              <Mark onAwning />
            )}
            <span className="title text-xl leading-none">{name}</span>
          </Link>
          <SearchButton onOpen={() => setSearching(true)} />
          <Link
            to="/explore"
            search={{}}
            className="ml-2 hidden min-h-11 shrink-0 items-center rounded-md px-3 text-sm font-semibold hover:bg-white/10 lg:inline-flex"
          >
            {t('nav.explore')}
          </Link>
          <span className="hidden md:block md:flex-1" />
          <Link
            to="/favourites"
            search={{}}
            aria-label={t('favourite.nav')}
            title={t('favourite.nav')}
            className="hidden size-11 items-center justify-center rounded-full hover:bg-white/10 md:inline-flex"
          >
            <HeartIcon />
          </Link>
          <LanguageButton />
          <AccountLink />
        </div>
      </div>
      <div className="awning absolute inset-x-0 top-full" />
      {searching && (
        <Part onMissing={() => setSearching(false)}>
          <SearchDialog onClose={() => setSearching(false)} />
        </Part>
      )}
    </header>
  )
}
