import { useText } from '../../../i18n/index.ts'
import { differences } from './difference.ts'

type Props = { before: object; after: object }

/** What saving would change of what is published. */
export function PayloadChanges({ before, after }: Props) {
  const { t } = useText()
  const found = differences(before, after)
  if (found.length === 0) return <p className="text-soft">{t('payload.noChanges')}</p>
  return (
    <ul className="grid max-w-4xl gap-3">
      {found.map(({ path, before: was, after: is }) => (
        <li key={path} className="grid gap-2 rounded-md border border-line bg-surface p-3 text-sm">
          <code className="wrap-anywhere">{path}</code>
          <div className="grid gap-2 md:grid-cols-2">
            <Side label={t('payload.published')} text={was} tone="bg-chili-wash" />
            <Side label={t('payload.yours')} text={is} tone="bg-leaf-wash" />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Side({ label, text, tone }: { label: string; text: string | undefined; tone: string }) {
  const { t } = useText()
  return (
    <div className={`min-w-0 rounded-sm p-2 ${text === undefined ? 'bg-sunken' : tone}`}>
      <p className="text-xs text-soft">{label}</p>
      <p className="whitespace-pre-line wrap-anywhere">{text ?? t('assessment.absent')}</p>
    </div>
  )
}
