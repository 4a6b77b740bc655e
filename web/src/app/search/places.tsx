import { rememberPlace } from '@talad/ui/browser/return-place'
import { changeTheme, type Theme, themes, useTheme } from '@talad/ui/browser/theme'
import { HeartIcon, MoonIcon, PersonIcon, SearchIcon, SunIcon, SystemIcon } from '@talad/ui/components/icons'
import { HomeIcon, WalletIcon } from '@talad/ui/components/more-icons'
import { changeLanguage } from '@talad/ui/i18n/language'
import { useSession } from '@talad/ui/session/session'
import { useNavigate } from '@tanstack/react-router'
import { useLateText } from '../../i18n/late.ts'
import { useProfile, walletsOf } from '../../market/people/profile.ts'
import { useSite } from '../../market/reads/site.ts'
import type { Option } from './combobox.tsx'

const looks = {
  system: { text: 'theme.system', mark: <SystemIcon /> },
  light: { text: 'theme.light', mark: <SunIcon /> },
  dark: { text: 'theme.dark', mark: <MoonIcon /> },
} as const satisfies Record<Theme, unknown>

/** Where to go and what to change without a mouse: pages, language, look. */
export function usePlaces(): Option[] {
  const { t, language } = useLateText()
  const other = language === 'th' ? 'en' : 'th'
  const { languages } = useSite()
  const navigate = useNavigate()
  const session = useSession()
  const theme = useTheme()
  const wallets = walletsOf(useProfile().data)
  const account: Option =
    session.kind === 'user'
      ? {
          id: 'account',
          title: t('nav.account'),
          mark: <PersonIcon />,
          choose: () => void navigate({ to: '/account', search: {} }),
        }
      : {
          id: 'sign-in',
          title: t('nav.signIn'),
          mark: <PersonIcon />,
          choose: () => {
            rememberPlace()
            void navigate({ to: '/sign-in' })
          },
        }
  const [own] = wallets
  return [
    {
      id: 'home',
      title: t('search.home'),
      mark: <HomeIcon />,
      choose: () => void navigate({ to: '/' }),
    },
    account,
    ...(own === undefined
      ? []
      : [
          {
            id: 'own-wallet',
            title: t('search.ownWallet'),
            mark: <WalletIcon />,
            choose: () => void navigate({ to: '/people/$who', params: { who: own } }),
          },
        ]),
    {
      id: 'explore',
      title: t('nav.explore'),
      mark: <SearchIcon />,
      choose: () => void navigate({ to: '/explore', search: {} }),
    },
    {
      id: 'favourites',
      title: t('favourite.nav'),
      mark: <HeartIcon />,
      choose: () => void navigate({ to: '/favourites', search: {} }),
    },
    ...(languages.includes(other)
      ? [
          {
            id: 'language',
            title: other === 'en' ? 'English' : 'ภาษาไทย',
            note: t('language.title'),
            lang: other,
            mark: <b>{other === 'en' ? 'EN' : 'ไทย'}</b>,
            choose: () => void changeLanguage(other),
          },
        ]
      : []),
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `theme-${one}`,
        title: t(looks[one].text),
        note: t('theme.title'),
        mark: looks[one].mark,
        choose: () => changeTheme(one),
      })),
  ]
}
