import { ChevronIcon } from '@talad/ui/components/icons'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../i18n/index.ts'

/** A row has as much to the left and right as a pixel of rounding at least. */
const NEAR = 2

type Row = RefObject<HTMLUListElement | null>

/** Which ways a row can be slid, as it stands now. */
function useWays(row: Row, count: number) {
  const [ways, setWays] = useState({ back: false, on: false })
  // biome-ignore lint/correctness/useExhaustiveDependencies: more cards make the row longer
  useEffect(() => {
    const list = row.current
    if (!list) return
    const look = () => {
      const back = list.scrollLeft > NEAR
      const on = list.scrollLeft + list.clientWidth < list.scrollWidth - NEAR
      setWays((now) => (now.back === back && now.on === on ? now : { back, on }))
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [row, count])
  return ways
}

/** For a mouse, which can't slide a row: so many cards on or back as are in sight. */
export function SlideButtons({ row, count }: { row: Row; count: number }) {
  const { t } = useText()
  const ways = useWays(row, count)
  const slide = (sign: 1 | -1) => () => {
    const list = row.current
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    list?.scrollBy({ left: sign * list.clientWidth, behavior })
  }
  const look =
    'absolute top-1/3 z-10 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full border border-line bg-surface shadow-lift hover:bg-sunken lg:inline-flex'
  return (
    <>
      {ways.back && (
        <button type="button" onClick={slide(-1)} aria-label={t('slide.back')} className={`${look} -left-3`}>
          <ChevronIcon className="rotate-90" />
        </button>
      )}
      {ways.on && (
        <button type="button" onClick={slide(1)} aria-label={t('slide.on')} className={`${look} -right-3`}>
          <ChevronIcon className="-rotate-90" />
        </button>
      )}
    </>
  )
}
