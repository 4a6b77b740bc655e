import { buttonClass } from '@talad/ui/components/button'
import { formatDay } from '@talad/ui/format/dates'
import { keepPhrases } from '@talad/ui/i18n/phrases'
import { getRouteApi, Link } from '@tanstack/react-router'
import { company } from '../content/company.ts'
import { pageNames } from '../content/page.ts'
import { pages } from '../content/pages.ts'
import { TagsChoice } from '../features/tags/tags-choice.tsx'
import { usePrivacyText } from '../i18n/privacy.ts'
import { NotFound } from '../market/refusals/not-found.tsx'

const route = getRouteApi('/about/$page')

/** A text of the site: terms, privacy, refunds, help, who we are. */
export default function ContentScreen() {
  const { t, language } = usePrivacyText()
  const { page } = route.useParams()
  const name = pageNames.find((one) => one === page)
  if (!name) return <NotFound />
  const { title, since, parts } = pages[name]
  const spoken = (text: string) => (language === 'th' ? keepPhrases(text) : text)
  return (
    <div className="page grid gap-10 pt-10 lg:grid-cols-[220px_1fr] lg:gap-16">
      <title>{title[language]}</title>
      <nav aria-label={title[language]} className="flex flex-wrap gap-x-5 gap-y-1 lg:grid lg:content-start">
        {pageNames.map((one) => (
          <Link
            key={one}
            to="/about/$page"
            params={{ page: one }}
            aria-current={one === name ? 'page' : undefined}
            className="inline-flex min-h-11 items-center font-medium text-soft hover:text-leaf aria-[current]:text-leaf"
          >
            {pages[one].title[language]}
          </Link>
        ))}
      </nav>
      <article className="max-w-prose">
        <h1 className="title text-2xl md:text-3xl">{title[language]}</h1>
        <p className="mt-1 text-sm text-soft">{t('footer.since', { date: formatDay(Date.parse(since)) })}</p>
        {parts.map((part) => (
          <section key={part.title.en} className="mt-8">
            <h2 className="text-lg">{part.title[language]}</h2>
            {part.text.map((text) => (
              <p key={text.en} className="mt-2">
                {spoken(text[language])}
              </p>
            ))}
          </section>
        ))}
        {name === 'privacy' && (
          <>
            <TagsChoice />
            <p className="mt-8">
              <Link to="/account/privacy" className={buttonClass('quiet')}>
                {t('privacy.manage')}
              </Link>
            </p>
          </>
        )}
        <p className="mt-10 border-t border-line pt-4 text-sm text-soft">
          {company.name[language]} · {company.email}
        </p>
      </article>
    </div>
  )
}
