import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { changeLanguage, useText } from '../i18n/index.ts'
import { rememberPlace } from '../lib/return-place.ts'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { isDark, toggleTheme } from '../lib/theme.ts'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { Mark, MoonIcon, PersonIcon, SearchIcon, SunIcon } from '../ui/icons.tsx'

const SearchDialog = lazy(() => import('./search-dialog.tsx'))

function ThemeButton() {
  const { t } = useText()
  const [dark, setDark] = useState(isDark)
  return (
    <IconButton
      label={dark ? t('nav.light') : t('nav.dark')}
      onClick={() => {
        toggleTheme()
        setDark(isDark())
      }}
    >
      {dark ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  )
}

function LanguageButton() {
  const { t, language } = useText()
  const next = language === 'th' ? 'en' : 'th'
  return (
    <button
      type="button"
      lang={next}
      aria-label={t('nav.language')}
      onClick={() => void changeLanguage(next)}
      className="inline-flex h-11 min-w-11 items-center justify-center rounded-full px-2 text-sm font-semibold hover:bg-sunken"
    >
      {next === 'en' ? 'EN' : 'ไทย'}
    </button>
  )
}

function AccountLink() {
  const { t } = useText()
  const session = useSession()
  if (session.kind === 'user') {
    return (
      <Link
        to="/account"
        search={{}}
        aria-label={t('nav.account')}
        className="inline-flex h-11 items-center gap-2 rounded-full bg-leaf-wash px-3 font-semibold text-leaf"
      >
        <PersonIcon />
        <span className="hidden text-sm md:inline">{t('nav.account')}</span>
      </Link>
    )
  }
  return (
    <Link
      to="/sign-in"
      onClick={rememberPlace}
      className={`${buttonClass('primary', 'small')} ${session.kind === 'starting' ? 'invisible' : ''}`}
    >
      {t('nav.signIn')}
    </Link>
  )
}

/** The top of every page. */
export function Header() {
  const { t } = useText()
  const { name } = useSite()
  const [searching, setSearching] = useState(false)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur-md">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:rounded-full focus:bg-leaf focus:px-4 focus:py-2 focus:text-on-leaf"
      >
        {t('nav.skip')}
      </a>
      <div className="page flex h-16 items-center gap-1 md:gap-2">
        <Link to="/" className="mr-auto flex items-center gap-2.5" aria-label={t('nav.home', { name })}>
          <Mark />
          <span className="text-lg font-bold tracking-tight">{name}</span>
        </Link>
        <IconButton label={t('search.label')} onClick={() => setSearching(true)}>
          <SearchIcon />
        </IconButton>
        <span className="hidden md:contents">
          <ThemeButton />
        </span>
        <LanguageButton />
        <AccountLink />
      </div>
      {searching && (
        <Suspense>
          <SearchDialog onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** The end of every page. */
export function Footer() {
  const { t } = useText()
  const { name } = useSite()
  return (
    <footer className="mt-20 border-t border-line bg-surface">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-8 text-sm text-soft">
        <p className="max-w-prose">
          <strong className="font-semibold text-ink">{name}</strong> · {t('footer.text')}
        </p>
        <ThemeButton />
      </div>
    </footer>
  )
}
