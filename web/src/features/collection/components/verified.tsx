import type { Collection, CollectionCheck } from '@talad/proto/http/asset-indexer/assets'
import { CheckIcon } from '@talad/ui/components/icons'
import { formatDay } from '@talad/ui/format/dates'
import { useCreatorText } from '../../../i18n/creator.ts'

const checkTexts = {
  contract_owner: 'creator.contract_owner',
  website: 'creator.website',
  social: 'creator.social',
  identity: 'creator.identity',
  rights: 'creator.rights',
} as const satisfies Record<CollectionCheck, string>

/** AI-8: that somebody has looked at who made it; a press tells what was checked. */
export default function Verified({ verification: { checks, at } }: Pick<Collection, 'verification'>) {
  const { t } = useCreatorText()
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1.5 font-semibold text-leaf">
        <CheckIcon className="size-4" />
        {t('creator.verified')}
      </summary>
      <div className="mt-2 grid gap-1.5 rounded-md bg-sunken p-3">
        <p className="font-semibold">{t('creator.checked')}</p>
        <ul className="grid gap-1">
          {checks.map((check) => (
            <li key={check} className="flex items-start gap-2">
              <CheckIcon className="mt-0.5 size-4 shrink-0 text-leaf" />
              {t(checkTexts[check])}
            </li>
          ))}
        </ul>
        {at !== null && <p className="text-soft">{t('creator.since', { date: formatDay(at) })}</p>}
      </div>
    </details>
  )
}
