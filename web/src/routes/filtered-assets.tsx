import { useWide } from '@talad/ui/browser/use-wide'
import { Button } from '@talad/ui/components/button'
import { FilterIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Empty, Skeleton } from '@talad/ui/components/status'
import { formatCount } from '@talad/ui/format/money'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AssetFilter } from '../features/asset/api/assets.ts'
import { AssetGrid } from '../features/asset/components/asset-grid.tsx'
import { DensitySwitch } from '../features/asset/components/density-switch.tsx'
import { FilterBadges } from '../features/collection/components/filter-badges.tsx'
import { activeFilters, cleared, type Filters } from '../features/collection/filters.ts'
import { useBrowseText } from '../i18n/browse.ts'

// At the side on a desk, in a window on a phone: neither is what people come for.
const FilterPanel = lazyPart(async () => ({
  default: (await import('../features/collection/components/filter-panel.tsx')).FilterPanel,
}))
const Dialog = lazyPart(async () => ({ default: (await import('@talad/ui/components/dialog')).Dialog }))

type Props = {
  search: Filters
  onChange: (next: Filters) => void
  filter: AssetFilter
  /** slug of the collection whose page it is */
  collection?: string
  /** what the collections are called, by their slugs */
  names?: ReadonlyMap<string, string> | undefined
  title: string
  sort: ReactNode
  /** where nothing is found without any filter */
  nothing?: string
  /** how many pictures load at once */
  eager?: number
}

function FilterButton({ on, onOpen }: { on: number; onOpen: () => void }) {
  const { t } = useBrowseText()
  return (
    <Button look="quiet" size="small" className="min-h-11! shrink-0 lg:hidden" onClick={onOpen}>
      <FilterIcon />
      {t('filter.title')}
      {on > 0 && (
        <span className="inline-flex size-6 items-center justify-center rounded-full bg-leaf text-xs text-on-leaf">
          {on}
        </span>
      )}
    </Button>
  )
}

/** Assets with what they are filtered by: at the side, or in a window on a phone. */
export function FilteredAssets(props: Props) {
  const { search, onChange, filter, collection, names, title, sort, nothing, eager } = props
  const { t } = useBrowseText()
  const isWide = useWide()
  const [filtering, setFiltering] = useState(false)
  const on = activeFilters(search)
  const inWindow = useRef<HTMLDivElement>(null)
  /** What was typed last is applied on leaving it, which a tap does not always do; what is wrong is shown, and stays open. */
  const show = () => {
    const focused = document.activeElement
    if (focused instanceof HTMLElement && inWindow.current?.contains(focused)) flushSync(() => focused.blur())
    const wrong = inWindow.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    if (wrong) wrong.focus()
    else setFiltering(false)
  }
  const panel = (
    <Part fallback={<Skeleton className="h-96" />}>
      <FilterPanel search={search} onChange={onChange} {...(collection !== undefined && { collection })} />
    </Part>
  )
  return (
    <div className="lg:grid lg:grid-cols-[248px_1fr] lg:items-start lg:gap-10">
      <aside
        aria-label={t('filter.title')}
        className="slide sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto lg:block"
      >
        {isWide && panel}
      </aside>
      <div className="min-w-0">
        <h2 className="sr-only">{title}</h2>
        <div className="mb-5 flex items-center justify-between gap-3">
          <FilterButton on={on} onOpen={() => setFiltering(true)} />
          <span className="hidden lg:block" />
          <div className="flex min-w-0 items-center gap-3">
            <DensitySwitch />
            {sort}
          </div>
        </div>
        <FilterBadges search={search} names={names} onChange={onChange} />
        <AssetGrid
          filter={filter}
          eager={eager}
          count={(total) => (
            <p className="mb-4 text-sm text-soft">{t('common.pieces', { amount: formatCount(total) })}</p>
          )}
          empty={
            <Empty title={on > 0 || nothing === undefined ? t('filter.nothing') : nothing}>
              {on > 0 && (
                <Button look="quiet" size="small" onClick={() => onChange(cleared(search))}>
                  {t('filter.clear')}
                </Button>
              )}
            </Empty>
          }
        />
      </div>
      {filtering && (
        <Part onMissing={() => setFiltering(false)}>
          <Dialog
            onClose={() => setFiltering(false)}
            title={t('filter.title')}
            foot={
              <Button className="w-full" onClick={show}>
                {t('filter.show')}
              </Button>
            }
          >
            <div ref={inWindow}>{panel}</div>
          </Dialog>
        </Part>
      )}
    </div>
  )
}
