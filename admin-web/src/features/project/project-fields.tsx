import { TextArea, TextField } from '@talad/ui/components/field'
import type { TextKey } from '../../i18n/index.ts'
import { useText } from '../../i18n/index.ts'
import type { ProjectDraft } from './project-draft.ts'
import { ThemeForm } from './theme-form.tsx'
import { ThemePreview } from './theme-preview.tsx'

type TextName = Exclude<keyof ProjectDraft, 'colours'>

const fields = {
  name: { label: 'project.name', hint: 'project.nameHint' },
  slug: { label: 'project.slug', hint: 'project.slugHint' },
  description: { label: 'project.description', hint: 'project.descriptionHint' },
  line_channel_id: { label: 'project.lineChannel', hint: 'project.lineChannelHint' },
  line_liff_id: { label: 'project.lineLiff', hint: 'project.lineLiffHint' },
  cover: { label: 'theme.cover', hint: 'theme.coverHint' },
} as const satisfies Record<TextName, { label: TextKey; hint: TextKey }>

type Props = {
  draft: ProjectDraft
  /** names of fields */
  wrong: ReadonlySet<string>
  /** the pages beside the fields, where there is room */
  wide?: boolean
  onChange: (draft: ProjectDraft) => void
}

/** Everything that is said of a project (CA-8, CA-9). */
export function ProjectFields({ draft, wrong, wide = false, onChange }: Props) {
  const { t } = useText()
  const field = (name: TextName) => {
    const { label, hint } = fields[name]
    return {
      label: t(label),
      hint: t(hint),
      error: wrong.has(name) ? t('project.wrong', { hint: t(hint) }) : undefined,
      value: draft[name],
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
    }
  }
  const plain = { autoComplete: 'off', spellCheck: false }
  return (
    <div className={wide ? 'grid gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]' : 'grid gap-6'}>
      <div className="grid gap-5">
        <TextField {...field('name')} />
        <TextField {...plain} {...field('slug')} />
        <TextArea {...field('description')} rows={3} />
        <div className={wide ? 'grid gap-5 sm:grid-cols-2' : 'grid gap-5'}>
          <TextField {...plain} {...field('line_channel_id')} inputMode="numeric" />
          <TextField {...plain} {...field('line_liff_id')} />
        </div>
        <p className="text-base font-semibold">{t('theme.colours')}</p>
        <TextField {...plain} {...field('cover')} inputMode="url" />
        <ThemeForm colours={draft.colours} onChange={(colours) => onChange({ ...draft, colours })} />
      </div>
      <div className={wide ? 'xl:sticky xl:top-19 xl:self-start' : ''}>
        <ThemePreview
          colours={draft.colours}
          cover={draft.cover}
          name={draft.name}
          description={draft.description}
        />
      </div>
    </div>
  )
}
