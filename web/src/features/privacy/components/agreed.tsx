import { type Consent, consentTexts } from '@talad/proto/http/identity/consents'
import { Button } from '@talad/ui/components/button'
import { Skeleton } from '@talad/ui/components/status'
import { formatDay } from '@talad/ui/format/dates'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type PrivacyKey, usePrivacyText } from '../../../i18n/privacy.ts'
import { useSite } from '../../../market/reads/site.ts'
import { LoadError } from '../../../market/refusals/load-error.tsx'
import { messageOf } from '../../../market/refusals/rejection-texts.ts'
import { consentsQuery, useAgree } from '../api/consents.ts'
import { isSameWording, wordingOf } from '../wording.ts'

type Shown = { text: (typeof consentTexts)[number]; list: readonly Consent[] }

type Say = (key: PrivacyKey, values: { version: string; day: string }) => string

/** Which wording somebody agreed to: the market's are named by days, those of a site are numbered. */
function versionText({ site, version, agreed }: Consent, here: string, t: Say): string {
  const day = formatDay(agreed)
  if (site === null) return t('privacy.agreedOn', { version: formatDay(version), day })
  return t(site === here ? 'privacy.agreedHere' : 'privacy.agreedElsewhere', { version, day })
}

function Text({ text, list }: Shown) {
  const { t, language } = usePrivacyText()
  const agree = useAgree()
  const site = useSite()
  const shown = wordingOf(site, text, language)
  const given = list.filter((consent) => consent.text === text)
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Link
          to="/about/$page"
          params={{ page: text }}
          className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4 hover:text-leaf"
        >
          {t(`privacy.${text}`)}
        </Link>
        {!given.some((consent) => isSameWording(consent, shown)) && (
          <Button
            look="quiet"
            size="small"
            busy={agree.isPending}
            aria-label={t('privacy.agreeTo', { text: t(`privacy.${text}`) })}
            onClick={() => agree.mutate({ text, shown })}
          >
            {t('privacy.agree')}
          </Button>
        )}
      </div>
      {agree.error && (
        <p role="alert" className="text-sm text-chili">
          {messageOf(agree.error)}
        </p>
      )}
      {given.length === 0 && <p className="text-sm text-soft">{t('privacy.notAgreed')}</p>}
      {given.map((one) => (
        <p key={`${one.site} ${one.language} ${one.version}`} className="text-sm text-soft">
          {versionText(one, site._id, t)}
        </p>
      ))}
    </li>
  )
}

/** Which wordings the person agreed to, and when; what is new can be agreed to here. */
export function Agreed({ account }: { account: string }) {
  const consents = useQuery(consentsQuery(account))
  if (consents.isError) return <LoadError error={consents.error} retry={() => void consents.refetch()} />
  if (!consents.data) return <Skeleton className="h-40 rounded-lg" />
  const { list } = consents.data
  return (
    <ul className="divide-y divide-line rounded-lg bg-surface px-5 shadow-card">
      {consentTexts.map((text) => (
        <Text key={text} text={text} list={list} />
      ))}
    </ul>
  )
}
