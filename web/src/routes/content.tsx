import type { SitePageName } from '@talad/proto/http/gateway/site-names'
import { buttonClass } from '@talad/ui/components/button'
import { formatDay } from '@talad/ui/format/dates'
import { keepPhrases } from '@talad/ui/i18n/phrases'
import { getRouteApi, Link } from '@tanstack/react-router'
import { company } from '../content/company.ts'
import { type PageName, pageNames } from '../content/page.ts'
import { pages } from '../content/pages.ts'
import { TagsChoice } from '../features/tags/tags-choice.tsx'
import { usePrivacyText } from '../i18n/privacy.ts'
import { useSite } from '../market/reads/site.ts'
import { useSupportEmail } from '../market/reads/support.ts'
import { NotFound } from '../market/refusals/not-found.tsx'
import { SitePage } from './site-page.tsx'

const route = getRouteApi('/about/$page')

/** What sites may say themselves, by the name that it has here. */
const ofSite: Readonly<Record<string, SitePageName>> = {
  terms: 'terms',
  privacy: 'privacy',
  help: 'help',
  company: 'about',
  contact: 'contact',
}
const contact = { th: 'ติดต่อเรา', en: 'Contact' } as const

/** A text of the site: terms, privacy, refunds, help, who we are; its own where it has written one. */
export default function ContentScreen() {
  const { language } = usePrivacyText()
  const { page } = route.useParams()
  const written = useSite().pages
  const email = useSupportEmail()
  const isWritten = (one: string) => written.some((known) => known.page === ofSite[one])
  const name = pageNames.find((one) => one === page)
  const own = isWritten(page) ? ofSite[page] : undefined
  if (!name && !own) return <NotFound />
  const titles = pageNames.map((one) => ({ one, title: pages[one].title[language] }))
  const all = isWritten('contact') ? [...titles, { one: 'contact', title: contact[language] }] : titles
  const here = all.find(({ one }) => one === page)?.title
  return (
    <div className="page grid gap-10 pt-10 lg:grid-cols-[220px_1fr] lg:gap-16">
      <title>{here}</title>
      <nav aria-label={here} className="flex flex-wrap gap-x-5 gap-y-1 lg:grid lg:content-start">
        {all.map(({ one, title }) => (
          <Link
            key={one}
            to="/about/$page"
            params={{ page: one }}
            aria-current={one === page ? 'page' : undefined}
            className="inline-flex min-h-11 items-center font-medium text-soft hover:text-leaf aria-[current]:text-leaf"
          >
            {title}
          </Link>
        ))}
      </nav>
      <article className="max-w-prose">
        {own ? <SitePage page={own} /> : name && <MarketPage name={name} />}
        {name === 'privacy' && <OwnData />}
        {!own && (
          <p className="mt-10 border-t border-line pt-4 text-sm text-soft">
            {company.name[language]} · {email}
          </p>
        )}
      </article>
    </div>
  )
}

function MarketPage({ name }: { name: PageName }) {
  const { t, language } = usePrivacyText()
  const { title, since, parts } = pages[name]
  const email = useSupportEmail()
  const spoken = (text: string) => {
    const here = text.replaceAll(company.email, email)
    return language === 'th' ? keepPhrases(here) : here
  }
  return (
    <>
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
    </>
  )
}

/** What somebody may decide about what is known of them. */
function OwnData() {
  const { t } = usePrivacyText()
  return (
    <>
      <TagsChoice />
      <p className="mt-8">
        <Link to="/account/privacy" className={buttonClass('quiet')}>
          {t('privacy.manage')}
        </Link>
      </p>
    </>
  )
}
