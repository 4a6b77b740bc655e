import { Button } from '@talad/ui/components/button'
import { type TextKey, useText } from '../i18n/index.ts'

type Props = { templates: readonly TextKey[]; onChoose: (words: string) => void }

/** Words that are often the reason: a click writes them, and they can be changed. */
export function ReasonTemplates({ templates, onChoose }: Props) {
  const { t } = useText()
  if (templates.length === 0) return null
  return (
    <ul aria-label={t('decision.templates')} className="flex flex-wrap gap-2">
      {templates.map((template) => (
        <li key={template}>
          <Button size="small" look="quiet" onClick={() => onChoose(t(template))}>
            {t(template)}
          </Button>
        </li>
      ))}
    </ul>
  )
}
