import { Dialog as Base } from '@base-ui/react/dialog'
import { changeTheme, type Theme, themes, useTheme } from '@talad/ui/browser/theme'
import { IconButton } from '@talad/ui/components/button'
import { Mark, SearchIcon } from '@talad/ui/components/icons'
import { CloseIcon } from '@talad/ui/components/more-icons'
import { Segmented } from '@talad/ui/components/segmented'
import { useSession } from '@talad/ui/session/session'
import { signOut } from '@talad/ui/session/sign-out'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { usePermissions } from '../lib/permissions.ts'
import { useMenu } from '../lib/use-menu.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Palette } from './palette.tsx'

function Places() {
  const { t } = useText()
  const { groups } = useMenu()
  return (
    <nav aria-label={t('nav.menu')} className="grid gap-5">
      {groups.map(({ title, places }) => (
        <div key={title}>
          <h2 className="px-3 pb-1 text-xs font-semibold text-soft">{t(title)}</h2>
          <ul>
            {places.map(({ to, title: name }) => (
              <li key={to}>
                <Link
                  to={to}
                  search={{}}
                  activeOptions={{ includeSearch: false }}
                  className="flex min-h-10 items-center rounded-sm px-3 text-sm hover:bg-sunken aria-[current=page]:bg-leaf-wash aria-[current=page]:font-semibold aria-[current=page]:text-leaf"
                >
                  {t(name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const themeTexts = { system: 'theme.system', light: 'theme.light', dark: 'theme.dark' } as const

/** Who is signed in, the look, the language, the way out. */
function Foot() {
  const { t } = useText()
  const { own } = usePermissions()
  const session = useSession()
  const who = own.customer ?? (session.kind === 'user' ? session.accountId : '')
  const theme = useTheme()
  const navigate = useNavigate()
  const leave = () => void signOut().then(() => navigate({ to: '/login', search: {} }))
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <p className="truncate px-1 text-xs text-soft" title={who}>
        {who}
        {own.super_admin && ` · ${t('permission.super')}`}
      </p>
      <Segmented
        label={t('theme.title')}
        value={theme}
        options={themes.map((value: Theme) => ({ value, text: t(themeTexts[value]) }))}
        onChange={changeTheme}
      />
      <LanguageSwitch />
      <button
        type="button"
        onClick={leave}
        className="min-h-10 rounded-sm px-3 text-left text-sm text-chili hover:bg-chili-wash"
      >
        {t('nav.signOut')}
      </button>
    </div>
  )
}

/** The menu of a phone: closes as soon as one has gone somewhere. */
function PhoneMenu() {
  const { t } = useText()
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [pathname])
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger
        aria-label={t('nav.menu')}
        className="inline-flex size-11 items-center justify-center rounded-full hover:bg-white/10 lg:hidden"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" className="icon" stroke="currentColor" strokeWidth="2">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-black/60" />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,88vw)] flex-col gap-5 overflow-y-auto bg-surface p-4 shadow-lift outline-none">
          <div className="flex items-center justify-between">
            <Base.Title className="text-lg font-semibold">{t('nav.menu')}</Base.Title>
            <Base.Close
              aria-label={t('common.close')}
              className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
            >
              <CloseIcon />
            </Base.Close>
          </div>
          <Places />
          <Foot />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** What is around every desk. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useText()
  const [searching, setSearching] = useState(false)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setSearching(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 bg-awning px-3 text-on-awning **:focus-visible:outline-gold print:hidden lg:px-5">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:absolute focus:top-full focus:left-4 focus:rounded-md focus:bg-gold focus:px-4 focus:py-2 focus:text-on-gold"
        >
          {t('nav.skip')}
        </a>
        <PhoneMenu />
        <Link to="/" className="flex items-center gap-2.5">
          <Mark onAwning className="size-8" />
          <span className="title text-lg leading-none max-sm:sr-only">{t('site.title')}</span>
        </Link>
        <span className="flex-1" />
        <button
          type="button"
          onClick={() => setSearching(true)}
          className="hidden h-10 w-72 items-center gap-3 rounded-md bg-white/12 px-4 text-sm text-white/85 hover:bg-white/20 md:flex"
        >
          <SearchIcon className="size-4" />
          <span className="flex-1 truncate text-left">{t('palette.open')}</span>
          <kbd className="rounded-sm border border-white/30 px-1.5 font-sans text-xs">Ctrl K</kbd>
        </button>
        <IconButton label={t('palette.open')} className="md:hidden" onClick={() => setSearching(true)}>
          <SearchIcon />
        </IconButton>
      </header>
      <div className="flex min-w-0 flex-1">
        <aside className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-60 shrink-0 flex-col justify-between gap-6 overflow-y-auto border-r border-line bg-surface p-3 lg:flex print:hidden">
          <Places />
          <Foot />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 px-4 py-5 outline-none lg:px-7 print:p-0">
          {children}
        </main>
      </div>
      {searching && <Palette onClose={() => setSearching(false)} />}
    </>
  )
}
