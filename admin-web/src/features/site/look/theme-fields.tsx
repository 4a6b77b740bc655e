import { deriveTheme, type ThemeFault } from '@talad/proto/site/derive'
import type { Palette } from '@talad/proto/site/palette'
import { type Light, lights, type SiteTheme, type ThemeField, themeFields } from '@talad/proto/site/theme'
import { Button } from '@talad/ui/components/button'
import { Badge } from '@talad/ui/components/status'
import { type CSSProperties, useId } from 'react'
import { type TextKey, useText } from '../../../i18n/index.ts'

const fieldTexts: Record<ThemeField, TextKey> = {
  background: 'look.background',
  base: 'look.base',
  primary: 'look.primary',
  accent: 'look.accent',
}
const lightTexts: Record<Light, TextKey> = { light: 'preview.day', dark: 'preview.night' }
const HEX = /^#[0-9a-f]{6}$/

type Props = { theme: SiteTheme; onChange: (theme: SiteTheme) => void }

/** The colours of a theme where all of them are colours; undefined: somebody is still typing one. */
export function derived(theme: SiteTheme): ReturnType<typeof deriveTheme> | undefined {
  const isWhole = lights.every((light) => Object.values(theme[light]).every((colour) => HEX.test(colour)))
  return isWhole ? deriveTheme(theme) : undefined
}

/** Four colours by day and four by night; what can't be read is told with the nearest colour that can. */
export function ThemeFields({ theme, onChange }: Props) {
  const { t } = useText()
  const found = derived(theme)
  const set = (light: Light, field: ThemeField, colour: string) =>
    onChange({ ...theme, [light]: { ...theme[light], [field]: colour } })
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      {lights.map((light) => {
        const faults = found?.faults.filter((fault) => fault.light === light) ?? []
        return (
          <fieldset key={light} className="grid content-start gap-3">
            <legend className="mb-2 text-sm font-semibold">{t(lightTexts[light])}</legend>
            <div className="grid gap-3 sm:grid-cols-2">
              {themeFields.map((field) => (
                <Colour
                  key={field}
                  label={t(fieldTexts[field])}
                  group={t(lightTexts[light])}
                  value={theme[light][field]}
                  onChange={(colour) => set(light, field, colour)}
                />
              ))}
            </div>
            {faults.map((fault) => (
              <Fault key={fault.field} fault={fault} onTake={() => set(light, fault.field, fault.nearest)} />
            ))}
            {found && faults.length === 0 && (
              <p className="text-sm text-soft">
                <Badge tone="good">{t('theme.readable')}</Badge> {t('look.readable')}
              </p>
            )}
            {found && <Sample palette={found.palettes[light]} light={light} />}
          </fieldset>
        )
      })}
    </div>
  )
}

type ColourProps = { label: string; group: string; value: string; onChange: (colour: string) => void }

function Colour({ label, group, value, onChange }: ColourProps) {
  const { t } = useText()
  const id = useId()
  const isWrong = !HEX.test(value)
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm text-soft">
        {label}
        <span className="sr-only"> {group}</span>
      </label>
      <div className="flex rounded-md border border-line bg-surface focus-within:border-leaf has-aria-invalid:border-chili">
        <input
          type="color"
          value={isWrong ? '#ffffff' : value}
          aria-label={t('theme.choose', { name: `${group} ${label}` })}
          onChange={({ target }) => onChange(target.value)}
          className="m-1 h-10 w-11 shrink-0 cursor-pointer rounded-sm bg-transparent"
        />
        <input
          id={id}
          value={value}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong || undefined}
          onChange={({ target }) => onChange(target.value.trim().toLowerCase())}
          className="h-12 w-full min-w-0 rounded-md bg-transparent pr-2 font-mono text-sm"
        />
      </div>
      {isWrong && (
        <p role="alert" className="text-sm text-chili">
          {t('look.hex')}
        </p>
      )}
    </div>
  )
}

function Fault({ fault, onTake }: { fault: ThemeFault; onTake: () => void }) {
  const { t } = useText()
  const ratio = (Math.floor(fault.contrast * 10) / 10).toFixed(1)
  return (
    <div role="status" className="grid gap-2 rounded-md bg-gold-wash px-4 py-3 text-sm text-on-gold-wash">
      <p>{t('look.unreadable', { field: t(fieldTexts[fault.field]), ratio, least: String(fault.least) })}</p>
      <p className="flex flex-wrap items-center gap-2">
        <span
          aria-hidden="true"
          className="size-6 rounded-sm border border-line"
          style={{ background: fault.nearest }}
        />
        {t('theme.better', { colour: fault.nearest })}
        <Button size="small" look="quiet" onClick={onTake}>
          {t('theme.take')}
        </Button>
      </p>
    </div>
  )
}

/** How the colours stand beside each other; a picture of it, not a page. */
function Sample({ palette, light }: { palette: Palette; light: Light }) {
  const { t } = useText()
  const colours: CSSProperties = { background: palette.paper, color: palette.ink, colorScheme: light }
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-md border border-line text-sm" style={colours}>
      <p className="px-4 py-2" style={{ background: palette.awning, color: palette['on-awning'] }}>
        {t('look.sample')}
      </p>
      <div className="m-3 grid gap-2 rounded-md p-3" style={{ background: palette.surface }}>
        <p>
          {t('look.sample')} <span style={{ color: palette.leaf }}>{t('look.primary')}</span>
        </p>
        <p style={{ color: palette.soft }}>{t('look.sample')}</p>
        <p className="flex flex-wrap gap-2">
          <span
            className="rounded-sm px-3 py-1"
            style={{ background: palette.leaf, color: palette['on-leaf'] }}
          >
            {t('look.primary')}
          </span>
          <span
            className="rounded-sm px-3 py-1"
            style={{ background: palette.gold, color: palette['on-gold'] }}
          >
            ฿100
          </span>
        </p>
      </div>
    </div>
  )
}
