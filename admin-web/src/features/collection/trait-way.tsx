import { type TraitConfig, traitTransforms } from '@talad/proto/http/asset-indexer/collection-admin'
import { Button } from '@talad/ui/components/button'
import { useText } from '../../i18n/index.ts'

const transformTexts = { none: 'trait.text', num: 'trait.num', nums: 'trait.nums' } as const

const box =
  'h-10 w-full min-w-0 rounded-sm border border-line bg-surface px-3 text-sm focus-visible:border-leaf'

type Props = { config: TraitConfig; onChange: (config: TraitConfig) => void }

/** AI-10: how one key is read. */
export function TraitWay({ config, onChange }: Props) {
  const { t } = useText()
  const { key, ignore, star, transform, rules } = config
  return (
    <li className="grid gap-2 rounded-md border border-line p-3">
      <fieldset className="grid gap-2">
        <legend className="text-sm font-semibold [overflow-wrap:anywhere]">{key}</legend>
        <div className="flex flex-wrap gap-x-5">
          <Check
            label={t('trait.ignore')}
            checked={ignore}
            onChange={() => onChange({ ...config, ignore: !ignore })}
          />
          <Check
            label={t('trait.star')}
            checked={star}
            onChange={() => onChange({ ...config, star: !star })}
          />
        </div>
        {!ignore && (
          <>
            <label className="grid gap-1 text-sm">
              {t('trait.transform')}
              <select
                value={transform}
                onChange={({ target }) => {
                  const chosen = traitTransforms.find((one) => one === target.value)
                  if (chosen) onChange({ ...config, transform: chosen })
                }}
                className={box}
              >
                {traitTransforms.map((one) => (
                  <option key={one} value={one}>
                    {t(transformTexts[one])}
                  </option>
                ))}
              </select>
            </label>
            <Rules rules={rules} onChange={(next) => onChange({ ...config, rules: next })} />
          </>
        )}
      </fieldset>
    </li>
  )
}

type RulesProps = { rules: TraitConfig['rules']; onChange: (rules: TraitConfig['rules']) => void }

function Rules({ rules, onChange }: RulesProps) {
  const { t } = useText()
  return (
    <div className="grid gap-2">
      {rules.map((rule, index) => (
        // rules have no names of their own: their place is what tells them apart
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <label className="grid gap-1 text-xs text-soft">
            {t('trait.match')}
            <input
              value={rule.match}
              spellCheck={false}
              maxLength={200}
              onChange={({ target }) => onChange(rules.with(index, { ...rule, match: target.value }))}
              className={`${box} font-mono`}
            />
          </label>
          <label className="grid gap-1 text-xs text-soft">
            {t('trait.replace')}
            <input
              value={rule.replace}
              spellCheck={false}
              maxLength={200}
              onChange={({ target }) => onChange(rules.with(index, { ...rule, replace: target.value }))}
              className={`${box} font-mono`}
            />
          </label>
          <Button look="quiet" size="small" onClick={() => onChange(rules.toSpliced(index, 1))}>
            {t('trait.removeRule')}
          </Button>
        </div>
      ))}
      {rules.length < 10 && (
        <div>
          <Button look="quiet" size="small" onClick={() => onChange([...rules, { match: '', replace: '' }])}>
            {t('trait.addRule')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: () => void }) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 text-sm">
      <input type="checkbox" checked={checked} onChange={onChange} className="size-4 accent-leaf" />
      {label}
    </label>
  )
}
