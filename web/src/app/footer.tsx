import { changeTheme, type Theme, themes, useTheme } from '@talad/ui/browser/theme'
import { HeartIcon, Mark, MoonIcon, SearchIcon, SunIcon, SystemIcon } from '@talad/ui/components/icons'
import { Segmented } from '@talad/ui/components/segmented'
import { changeLanguage } from '@talad/ui/i18n/language'
import { Link } from '@tanstack/react-router'
import { type PageName, pageNames } from '../content/page.ts'
import { type TextKey, useText } from '../i18n/index.ts'
import { useSite } from '../market/reads/site.ts'

const looks: Record<Theme, { text: TextKey; icon: typeof SunIcon }> = {
  system: { text: 'theme.system', icon: SystemIcon },
  light: { text: 'theme.light', icon: SunIcon },
  dark: { text: 'theme.dark', icon: MoonIcon },
}

const pageTexts: Record<PageName | 'contact', TextKey> = {
  terms: 'footer.terms',
  privacy: 'footer.privacy',
  refund: 'footer.refund',
  help: 'footer.help',
  company: 'footer.company',
  contact: 'footer.contact',
}

/** The end of every page: what the market is, and how the page is to look. */
export function Footer() {
  const { t, language } = useText()
  const { names, texts, languages, pages } = useSite()
  const linked = pages.some(({ page }) => page === 'contact') ? [...pageNames, 'contact' as const] : pageNames
  const theme = useTheme()
  return (
    <footer className="mt-24 border-t border-line bg-surface">
      <div className="page grid items-center gap-6 py-10 md:grid-cols-[auto_1fr] md:max-lg:*:first:col-span-2 lg:grid-cols-[1fr_auto_auto]">
        <div className="flex items-start gap-4">
          <Mark className="size-11" />
          <div className="max-w-prose text-sm">
            <p className="title text-lg">{names[language]}</p>
            <p className="text-soft">{texts.footer?.[language] ?? t('footer.text')}</p>
            <Link
              to="/explore"
              search={{}}
              className="mt-2 mr-6 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf hover:underline"
            >
              <SearchIcon className="size-4" />
              {t('nav.explore')}
            </Link>
            <Link
              to="/favourites"
              search={{}}
              className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf hover:underline"
            >
              <HeartIcon className="size-4" />
              {t('favourite.nav')}
            </Link>
          </div>
        </div>
        <Segmented
          label={t('theme.title')}
          value={theme}
          onChange={changeTheme}
          options={themes.map((value) => {
            const { text, icon: Icon } = looks[value]
            return { value, text: t(text), icon: <Icon className="size-4" /> }
          })}
        />
        {languages.length > 1 && (
          <Segmented
            label={t('language.title')}
            value={language}
            onChange={(next) => void changeLanguage(next)}
            options={[
              { value: 'th', text: 'ไทย', lang: 'th' },
              { value: 'en', text: 'English', lang: 'en' },
            ]}
          />
        )}
        <nav
          aria-label={t('footer.pages')}
          className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4 text-sm md:max-lg:col-span-2 lg:col-span-3"
        >
          {linked.map((page) => (
            <Link
              key={page}
              to="/about/$page"
              params={{ page }}
              className="inline-flex min-h-11 items-center text-soft hover:text-leaf hover:underline"
            >
              {t(pageTexts[page])}
            </Link>
          ))}
          <Link
            to="/fees"
            search={{}}
            className="inline-flex min-h-11 items-center text-soft hover:text-leaf hover:underline"
          >
            {t('footer.fees')}
          </Link>
        </nav>
      </div>
    </footer>
  )
}
