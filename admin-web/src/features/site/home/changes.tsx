import type { Section } from '@talad/proto/site/sections'
import { Badge } from '@talad/ui/components/status'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { type Change, changesOf } from './changes-of.ts'
import { kindTexts, titleOf } from './words.ts'

const whatTexts: Record<Change['what'], TextKey> = {
  added: 'change.added',
  removed: 'change.removed',
  changed: 'change.changed',
  moved: 'change.moved',
}

/** What publishing would change of what visitors see. */
export function Changes({ before, after }: { before: readonly Section[]; after: readonly Section[] }) {
  const { t, language } = useText()
  const found = changesOf(before, after)
  if (found.length === 0) return <p className="text-soft">{t('change.none')}</p>
  return (
    <ul className="grid gap-2 text-sm">
      {found.map(({ section, what, fields }) => (
        <li key={section.id} className="grid gap-2 rounded-md border border-line p-2">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={what === 'removed' ? 'bad' : what === 'added' ? 'good' : 'wait'}>
              {t(whatTexts[what])}
            </Badge>
            <span className="font-semibold">{t(kindTexts[section.kind])}</span>
            <span className="text-soft">{titleOf(section, language)}</span>
          </p>
          <FieldChanges fields={fields} />
        </li>
      ))}
    </ul>
  )
}

/** Fields before and after. */
export function FieldChanges({ fields }: Pick<Change, 'fields'>) {
  return fields.map(({ path, before, after }) => (
    <div key={path} className="grid gap-1 text-sm">
      <code className="text-xs wrap-anywhere text-soft">{path}</code>
      <p className="rounded-sm bg-chili-wash p-1 wrap-anywhere whitespace-pre-line">{before}</p>
      <p className="rounded-sm bg-leaf-wash p-1 wrap-anywhere whitespace-pre-line">{after}</p>
    </div>
  ))
}
