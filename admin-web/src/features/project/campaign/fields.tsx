import { SelectField, TextArea, TextField } from '@talad/ui/components/field'
import { type TextKey, useText } from '../../../i18n/index.ts'
import type { CampaignDraft } from './draft.ts'

const fields = {
  name: { label: 'virtual.name', hint: 'virtual.nameHint' },
  slug: { label: 'project.slug', hint: 'virtual.slugHint' },
  description: { label: 'project.description', hint: 'virtual.descriptionHint' },
  limit_global: { label: 'campaign.limitGlobal', hint: 'campaign.limitHint' },
  limit_per_user: { label: 'campaign.limitPerUser', hint: 'campaign.limitHint' },
  limit_per_user_cooldown: { label: 'campaign.cooldown', hint: 'campaign.cooldownHint' },
} as const satisfies Partial<Record<keyof CampaignDraft, { label: TextKey; hint: TextKey }>>

const flags = {
  public: { label: 'campaign.public', hint: 'campaign.publicHint' },
  internal: { label: 'campaign.internal', hint: 'campaign.internalHint' },
} as const

const reuses = {
  never: 'campaign.reuse.never',
  window: 'campaign.reuse.window',
  always: 'campaign.reuse.always',
} as const
const reuseNames = ['never', 'window', 'always'] as const

type Props = {
  draft: CampaignDraft
  /** names of fields, as the contract has them */
  wrong: ReadonlySet<string>
  onChange: (draft: CampaignDraft) => void
}

/** What is said of a campaign, besides what it asks for and gives (CA-10 to CA-12). */
export function CampaignFields({ draft, wrong, onChange }: Props) {
  const { t } = useText()
  const field = (name: keyof typeof fields) => {
    const { label, hint } = fields[name]
    return {
      label: t(label),
      hint: t(hint),
      error: wrong.has(name) ? t('project.wrong', { hint: t(hint) }) : undefined,
      value: draft[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => onChange({ ...draft, [name]: target.value }),
    }
  }
  const flag = (name: keyof typeof flags) => (
    <label key={name} className="grid gap-0.5 text-sm">
      <span className="flex min-h-8 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          checked={draft[name]}
          onChange={() => onChange({ ...draft, [name]: !draft[name] })}
          className="size-4 accent-leaf"
        />
        {t(flags[name].label)}
      </span>
      <span className="pl-6.5 text-soft">{t(flags[name].hint)}</span>
    </label>
  )
  return (
    <div className="grid max-w-4xl gap-5 md:grid-cols-2">
      <TextField {...field('name')} />
      <TextField {...field('slug')} spellCheck={false} />
      <TextField {...field('limit_global')} inputMode="numeric" />
      <TextField {...field('limit_per_user')} inputMode="numeric" />
      <TextField {...field('limit_per_user_cooldown')} inputMode="numeric" />
      <SelectField
        label={t('campaign.reuse')}
        hint={t('campaign.reuseHint')}
        error={wrong.has('token_reuse') ? t('campaign.reuseWrong') : undefined}
        options={reuseNames.map((value) => ({ value, label: t(reuses[value]) }))}
        value={draft.token_reuse}
        onChange={({ target }) => {
          const found = reuseNames.find((one) => one === target.value)
          if (found) onChange({ ...draft, token_reuse: found })
        }}
      />
      {flag('public')}
      {flag('internal')}
      <div className="md:col-span-2">
        <TextArea {...field('description')} rows={2} />
      </div>
    </div>
  )
}
