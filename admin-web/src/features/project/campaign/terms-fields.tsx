import { SelectField, TextArea, TextField } from '@talad/ui/components/field'
import { useQuery } from '@tanstack/react-query'
import { type TextKey, useText } from '../../../i18n/index.ts'
import { oneOf } from '../../../lib/pages.ts'
import { useProject } from '../api.ts'
import { CheckField } from '../check-field.tsx'
import { campaignChoicesQuery } from './api.ts'
import { reuses, type TermsDraft } from './terms-draft.ts'
import { reuseTexts } from './words.ts'

type TextName = Exclude<keyof TermsDraft, 'reuse' | 'automint' | 'internal' | 'isPublic' | 'linked'>

/** `field`: its name in the contract. */
const fields = {
  name: { field: 'name', label: 'virtual.name', hint: 'virtual.nameHint' },
  slug: { field: 'slug', label: 'project.slug', hint: 'virtual.slugHint' },
  description: { field: 'description', label: 'project.description', hint: 'project.descriptionHint' },
  limitGlobal: {
    field: 'limit_global',
    label: 'campaign.limitGlobal',
    hint: 'campaign.limitGlobalHint',
  },
  limitPerUser: {
    field: 'limit_per_user',
    label: 'campaign.limitPerUser',
    hint: 'campaign.limitPerUserHint',
  },
  cooldown: {
    field: 'limit_per_user_cooldown',
    label: 'campaign.cooldown',
    hint: 'campaign.cooldownHint',
  },
  blockchain: { field: 'automint_config', label: 'mint.chain', hint: 'campaign.chainHint' },
  metadata: { field: 'metadata', label: 'metadata.title', hint: 'campaign.metadataHint' },
} as const satisfies Record<TextName, { field: string; label: TextKey; hint: TextKey }>

type Props = {
  draft: TermsDraft
  /** names of fields, as the contract has them */
  wrong: ReadonlySet<string>
  /** itself: it is linked with others */
  id?: string
  onChange: (draft: TermsDraft) => void
}

/** What is said of a campaign, besides what it asks for and gives (CA-10 to CA-14, CA-29). */
export function TermsFields({ draft, wrong, id, onChange }: Props) {
  const { t } = useText()
  const put = (part: Partial<TermsDraft>) => onChange({ ...draft, ...part })
  const field = (name: TextName) => {
    const { label, hint, field: known } = fields[name]
    return {
      label: t(label),
      hint: t(hint),
      error: wrong.has(known) ? t('project.wrong', { hint: t(hint) }) : undefined,
      value: draft[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) => put({ [name]: target.value }),
    }
  }
  const code = { spellCheck: false }
  const number = { inputMode: 'numeric' } as const
  return (
    <div className="grid max-w-4xl items-start gap-5 md:grid-cols-2">
      <TextField {...field('name')} />
      <TextField {...field('slug')} {...code} />
      <div className="md:col-span-2">
        <TextArea {...field('description')} rows={3} />
      </div>
      <TextField {...field('limitGlobal')} {...number} />
      <TextField {...field('limitPerUser')} {...number} />
      <TextField {...field('cooldown')} {...number} />
      <SelectField
        label={t('campaign.reuse')}
        hint={t('campaign.reuseHint')}
        error={wrong.has('token_reuse') ? t('campaign.reuseWrong') : undefined}
        value={draft.reuse}
        options={reuses.map((value) => ({ value, label: t(reuseTexts[value]) }))}
        onChange={({ target }) => {
          const reuse = oneOf(reuses, target.value)
          if (reuse) put({ reuse })
        }}
      />
      <CheckField
        label={t('campaign.internal')}
        hint={t('campaign.internalHint')}
        checked={draft.internal}
        onChange={(internal) => put({ internal })}
      />
      <CheckField
        label={t('campaign.public')}
        hint={t('campaign.publicHint')}
        checked={draft.isPublic}
        onChange={(isPublic) => put({ isPublic })}
      />
      <CheckField
        label={t('campaign.automint')}
        hint={t('campaign.automintHint')}
        checked={draft.automint}
        onChange={(automint) => put({ automint })}
      />
      {draft.automint && <TextField {...field('blockchain')} {...code} />}
      <div className="grid gap-5 md:col-span-2">
        <Linked
          id={id}
          linked={draft.linked}
          isWrong={wrong.has('linked_campaigns')}
          onChange={(linked) => put({ linked })}
        />
        <TextArea {...field('metadata')} {...code} rows={4} />
      </div>
    </div>
  )
}

type LinkedProps = {
  id: string | undefined
  linked: readonly string[]
  isWrong: boolean
  onChange: (linked: readonly string[]) => void
}

/** CA-14: with which others it shares used tokens and the count of an account. */
function Linked({ id, linked, isWrong, onChange }: LinkedProps) {
  const { t } = useText()
  const { project } = useProject()
  const { data: all = [] } = useQuery(campaignChoicesQuery(project._id))
  const others = all.filter(({ _id }) => _id !== id)
  const unseen = linked.filter((one) => !others.some(({ _id }) => _id === one))
  const choices = [...others, ...unseen.map((one) => ({ _id: one, name: one }))]
  if (choices.length === 0) return null
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('campaign.linked')}</legend>
      <p className={`text-sm ${isWrong ? 'text-chili' : 'text-soft'}`}>{t('campaign.linkedHint')}</p>
      <ul className="grid max-h-60 gap-x-5 overflow-y-auto md:grid-cols-2">
        {choices.map(({ _id, name }) => (
          <li key={_id}>
            <label className="flex min-h-10 items-center gap-3">
              <input
                type="checkbox"
                checked={linked.includes(_id)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...linked, _id] : linked.filter((one) => one !== _id))
                }
                className="size-5 shrink-0 accent-leaf"
              />
              <span className="wrap-anywhere">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
