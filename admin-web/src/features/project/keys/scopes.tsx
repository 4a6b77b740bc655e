import { type Scope, scopeNames } from '@talad/proto/http/campaign/abilities'
import { useId } from 'react'
import { useText } from '../../../i18n/index.ts'
import { scopeTexts } from './words.ts'

type Props = { chosen: readonly Scope[]; isWrong: boolean; onChange: (chosen: readonly Scope[]) => void }

/** CA-6: what a key may do, each explained. */
export function Scopes({ chosen, isWrong, onChange }: Props) {
  const { t } = useText()
  const id = useId()
  const toggle = (scope: Scope) =>
    onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-semibold">{t('key.scopes')}</legend>
      {scopeNames.map((scope) => (
        <div key={scope} className="text-sm">
          <label className="flex min-h-8 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
              aria-describedby={`${id}-${scope}`}
              className="size-4 accent-leaf"
            />
            <span className="font-mono text-[0.92em]">{scope}</span>
          </label>
          <p id={`${id}-${scope}`} className="-mt-1 pl-6.5 text-xs text-soft">
            {t(scopeTexts[scope])}
          </p>
        </div>
      ))}
      <p role={isWrong ? 'alert' : undefined} className={`text-sm ${isWrong ? 'text-chili' : 'text-soft'}`}>
        {t(isWrong ? 'key.scopeNeeded' : 'key.scopesHint')}
      </p>
    </fieldset>
  )
}
