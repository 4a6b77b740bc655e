import { inLanguage } from '@talad/proto/http/bilingual'
import type { declarationsHttp } from '@talad/proto/http/moderation/declarations'
import { Picture } from '@talad/ui/components/picture'
import { Section } from '@talad/ui/components/section'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { z } from 'zod'
import { assetQuery } from '../features/asset/api/assets.ts'
import { declarationsQuery, type Token } from '../features/fees/queries.ts'
import { useFeesText } from '../i18n/fees.ts'
import { LoadError } from '../market/refusals/load-error.tsx'

const route = getRouteApi('/declarations')

type Declared = z.infer<typeof declarationsHttp.declarations.response>['issuer']

/** Whose words they are; all of them plain text of strangers. */
function Said({ by, none, declared }: { by: string; none: string; declared: Declared }) {
  const { t, language } = useFeesText()
  return (
    <Section title={by}>
      {!declared && <p className="rounded-lg bg-sunken/60 px-5 py-4 text-soft">{none}</p>}
      <div className="grid gap-4">
        {declared?.declarations.map(({ key, title, body, url }) => (
          <article key={key} className="rounded-lg bg-surface p-5 shadow-card md:p-7">
            <h3 className="text-lg wrap-anywhere">{title[language]}</h3>
            <p className="mt-2 whitespace-pre-line wrap-anywhere">{body[language]}</p>
            {url !== null && (
              <a
                href={url}
                target="_blank"
                rel="noreferrer nofollow"
                className="mt-2 inline-flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4"
              >
                {t('declared.more')} ({URL.parse(url)?.hostname})
              </a>
            )}
          </article>
        ))}
      </div>
    </Section>
  )
}

function About({ token }: { token: Token }) {
  const { t, language } = useFeesText()
  const { bc: blockchain, ca: contract, ti } = token
  const params = { blockchain, contract, token: ti }
  const { data: asset } = useQuery(assetQuery(params))
  return (
    <Link
      to="/assets/$blockchain/$contract/$token"
      params={params}
      className="mt-4 inline-flex min-h-14 max-w-full items-center gap-4 hover:text-leaf"
    >
      {asset && <Picture src={asset.image.r360} alt="" className="size-14 shrink-0 rounded-md" />}
      <span className="min-w-0">
        {asset && (
          <span className="block truncate font-semibold">{inLanguage(asset.metadata.name, language)}</span>
        )}
        <span className="block text-sm text-leaf underline underline-offset-4">{t('declared.toAsset')}</span>
      </span>
    </Link>
  )
}

function Both({ token }: { token: Token }) {
  const { t } = useFeesText()
  const query = useQuery(declarationsQuery(token))
  if (query.isPending) return <Skeleton className="h-64 rounded-lg" />
  if (query.isError) return <LoadError error={query.error} retry={() => void query.refetch()} />
  const { issuer, seller } = query.data
  return (
    <>
      <Said by={t('declared.byIssuer')} none={t('declared.noIssuer')} declared={issuer} />
      <Said by={t('declared.bySeller')} none={t('declared.noSeller')} declared={seller} />
    </>
  )
}

/** MO-37: what the issuer and the seller of a token declare, the most specific of each. */
export default function DeclarationsPage() {
  const { t } = useFeesText()
  const { bc, ca, ti } = route.useSearch()
  const token = bc && ca && ti ? { bc, ca, ti } : undefined
  return (
    <div className="page grid max-w-prose gap-10 pt-10 *:min-w-0">
      <title>{t('declared.title')}</title>
      <div>
        <h1 className="title text-2xl md:text-3xl">{t('declared.title')}</h1>
        <p className="mt-3">{t('declared.about')}</p>
        {token && <About token={token} />}
      </div>
      {token ? <Both token={token} /> : <Empty title={t('declared.which')} />}
    </div>
  )
}
