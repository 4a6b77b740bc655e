import type { SitePageName } from '@talad/proto/http/gateway/site-names'
import { Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { usePrivacyText } from '../i18n/privacy.ts'
import { sitePageQuery } from '../market/reads/site-page.ts'
import { LoadError } from '../market/refusals/load-error.tsx'
import { HtmlTreeView } from './sections/html-tree.tsx'

/** What a site says itself, in place of the market's words (GW-32). */
export function SitePage({ page }: { page: SitePageName }) {
  const { t, language } = usePrivacyText()
  const read = useQuery(sitePageQuery(page, language))
  if (read.isError) return <LoadError error={read.error} retry={() => void read.refetch()} />
  if (!read.data) return <Skeleton className="h-96 rounded-lg" />
  const { title, html, published_at, language: written } = read.data
  return (
    <div lang={written}>
      <title>{title}</title>
      <h1 className="title text-2xl md:text-3xl">{title}</h1>
      <p className="mt-1 mb-8 text-sm text-soft">
        {t('footer.since', { date: formatDay(Date.parse(published_at)) })}
      </p>
      <HtmlTreeView tree={html} />
    </div>
  )
}
