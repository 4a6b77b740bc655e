import type { AssessmentContent } from '@talad/proto/http/moderation/assessment-admin'
import { useText } from '../../i18n/index.ts'
import { type Difference, differences } from './difference.ts'
import { languageTexts } from './words.ts'

type Props = { before: AssessmentContent | null; after: AssessmentContent | null }

/** AW-12: what publishing would change. */
export function Changes({ before, after }: Props) {
  const { t } = useText()
  const found = differences(before, after)
  if (before === null) return <p className="text-soft">{t('assessment.firstVersion')}</p>
  if (found.length === 0) return <p className="text-soft">{t('assessment.noChanges')}</p>
  return (
    <ul className="grid gap-4">
      {found.map(({ where, before: was, after: is }) => (
        <li key={where.join(' ')} className="grid gap-2 rounded-md border border-line p-4 text-sm">
          <p className="font-semibold">
            <Where where={where} />
          </p>
          <div className="grid gap-2 md:grid-cols-2">
            <Side label={t('assessment.published')} text={was} className="bg-chili-wash" />
            <Side label={t('assessment.draft')} text={is} className="bg-leaf-wash" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Where({ where: [first, kind, name, variation] }: Pick<Difference, 'where'>) {
  const { t } = useText()
  if (first !== 'th' && first !== 'en') return t('assessment.percentage')
  const language = t(languageTexts[first])
  if (kind === 'page') return `${language} · ${t('assessment.page', { at: name ?? '' })}`
  return `${language} · ${name} · ${t('assessment.variation', { at: variation ?? '' })}`
}

function Side({ label, text, className }: { label: string; text: string | undefined; className: string }) {
  const { t } = useText()
  return (
    <div className={`min-w-0 rounded-sm p-3 ${text === undefined ? 'bg-sunken' : className}`}>
      <p className="text-xs text-soft">{label}</p>
      <p className="whitespace-pre-line wrap-anywhere">{text ?? t('assessment.absent')}</p>
    </div>
  )
}
