import { isCssColour, type Theme } from '@talad/proto/http/campaign/theme'
import { Button } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { useId } from 'react'
import { useText } from '../../i18n/index.ts'
import { hexOf } from './contrast.ts'
import {
  type ColourName,
  checkPairs,
  colourGroups,
  colourTexts,
  type PairCheck,
  rgbOf,
} from './theme-colours.ts'

/** Colours as they stand in the fields; empty: the site's own. */
export type TypedColours = Record<ColourName, string>

export function typedColours(theme: Theme): TypedColours {
  const names = colourGroups.flatMap(({ content, grounds }) => [...grounds, content])
  return Object.fromEntries(names.map((name) => [name, theme[name] ?? ''])) as TypedColours
}

type Props = { colours: TypedColours; onChange: (colours: TypedColours) => void }

/** CA-8: the colours of a project's pages; a pair that can't be read is told, with the nearest that could. */
export function ThemeForm({ colours, onChange }: Props) {
  const { t } = useText()
  const checks = checkPairs(colours)
  return (
    <div className="grid gap-5">
      {colourGroups.map(({ title, content, grounds }) => (
        <fieldset key={title} className="grid gap-3">
          <legend className="mb-2 text-sm font-semibold">{t(title)}</legend>
          <div className="grid gap-3 sm:grid-cols-3">
            {[...grounds, content].map((name) => (
              <ColourField
                key={name}
                label={t(colourTexts[name])}
                group={t(title)}
                value={colours[name]}
                onChange={(value) => onChange({ ...colours, [name]: value })}
              />
            ))}
          </div>
          {checks
            .filter((check) => check.content === content)
            .map((check) => (
              <PairNote
                key={check.ground}
                check={check}
                onTake={(value) => onChange({ ...colours, [content]: value })}
              />
            ))}
        </fieldset>
      ))}
    </div>
  )
}

type FieldProps = { label: string; group: string; value: string; onChange: (value: string) => void }

function ColourField({ label, group, value, onChange }: FieldProps) {
  const { t } = useText()
  const id = useId()
  const isWrong = value !== '' && !isCssColour(value)
  const rgb = isWrong || value === '' ? undefined : rgbOf(value)
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
        <span className="sr-only"> {group}</span>
      </label>
      <div className="flex rounded-md border border-line bg-surface focus-within:border-leaf has-aria-invalid:border-chili">
        <input
          type="color"
          value={rgb ? hexOf(rgb) : '#ffffff'}
          aria-label={t('theme.choose', { name: `${group} ${label}` })}
          onChange={({ target }) => onChange(target.value)}
          className="m-1 h-10 w-11 shrink-0 cursor-pointer rounded-sm bg-transparent"
        />
        <input
          id={id}
          value={value}
          maxLength={30}
          placeholder={t('theme.none')}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-note` : undefined}
          onChange={({ target }) => onChange(target.value.trim())}
          className="h-12 w-full min-w-0 rounded-md bg-transparent pr-2 font-mono text-sm placeholder:font-sans placeholder:text-soft"
        />
      </div>
      {isWrong && (
        <p id={`${id}-note`} role="alert" className="text-sm text-chili">
          {t('theme.wrong')}
        </p>
      )}
    </div>
  )
}

/** How well a pair can be read. */
function PairNote({ check, onTake }: { check: PairCheck; onTake: (colour: string) => void }) {
  const { t } = useText()
  const { ground, ratio, better } = check
  const values = { ground: t(colourTexts[ground]), ratio: (Math.floor(ratio * 10) / 10).toFixed(1) }
  if (better === undefined)
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <Badge tone="good">{t('theme.readable')}</Badge> {t('theme.ratio', values)}
      </p>
    )
  return (
    <div role="status" className="grid gap-2 rounded-md bg-gold-wash px-4 py-3 text-sm text-on-gold-wash">
      <p>{t('theme.unreadable', values)}</p>
      <p className="flex flex-wrap items-center gap-2">
        <span
          aria-hidden="true"
          className="size-6 rounded-sm border border-line"
          style={{ background: better }}
        />
        {t('theme.better', { colour: better })}
        <Button size="small" look="quiet" onClick={() => onTake(better)}>
          {t('theme.take')}
        </Button>
      </p>
    </div>
  )
}
