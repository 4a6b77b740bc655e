import { changeDensity, type Density, densities, useDensity } from '@talad/ui/browser/density'
import { GridIcon } from '@talad/ui/components/icons'
import { SmallGridIcon } from '@talad/ui/components/more-icons'
import { useBrowseText } from '../../../i18n/browse.ts'

const looks = { roomy: GridIcon, dense: SmallGridIcon } as const satisfies Record<Density, unknown>

/** How many cards stand side by side; a phone has room for two. */
export function DensitySwitch() {
  const { t } = useBrowseText()
  const density = useDensity()
  const names = { roomy: t('density.roomy'), dense: t('density.dense') }
  return (
    <fieldset className="hidden rounded-md bg-sunken p-1 md:inline-flex">
      <legend className="sr-only">{t('density.title')}</legend>
      {densities.map((value) => {
        const Icon = looks[value]
        return (
          <button
            key={value}
            type="button"
            aria-pressed={value === density}
            aria-label={names[value]}
            title={names[value]}
            onClick={() => changeDensity(value)}
            className="inline-flex size-9 items-center justify-center rounded-[9px] text-soft hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card"
          >
            <Icon className="size-4" />
          </button>
        )
      })}
    </fieldset>
  )
}
