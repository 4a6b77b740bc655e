import { TextArea, TextField } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../../i18n/index.ts'
import type { VirtualDraft } from './draft.ts'

type Name = Exclude<keyof VirtualDraft, 'payload' | 'extras'>

const fields = {
  name: { label: 'virtual.name', hint: 'virtual.nameHint' },
  slug: { label: 'project.slug', hint: 'virtual.slugHint' },
  description: { label: 'project.description', hint: 'virtual.descriptionHint' },
  tags: { label: 'virtual.tags', hint: 'virtual.tagsHint' },
  limit: { label: 'virtual.limit', hint: 'virtual.limitHint' },
} as const satisfies Record<Name, { label: TextKey; hint: TextKey }>

type Props = {
  draft: VirtualDraft
  /** names of fields, as the contract has them */
  wrong: ReadonlySet<string>
  onChange: (draft: VirtualDraft) => void
}

/** What is said of a collection or an item, besides its payload (CA-9, CA-49). */
export function VirtualFields({ draft, wrong, onChange }: Props) {
  const { t } = useText()
  const field = (name: Name) => {
    const { label, hint } = fields[name]
    return {
      label: t(label),
      hint: t(hint),
      error:
        wrong.has(name) || (name === 'limit' && wrong.has('mint_limit'))
          ? t('project.wrong', { hint: t(hint) })
          : undefined,
      value: draft[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
    }
  }
  return (
    <div className="grid max-w-4xl gap-5 md:grid-cols-2">
      <TextField {...field('name')} />
      <TextField {...field('slug')} spellCheck={false} />
      <TextField {...field('limit')} inputMode="numeric" />
      <TextField {...field('tags')} />
      <div className="md:col-span-2">
        <TextArea {...field('description')} rows={2} />
      </div>
    </div>
  )
}
