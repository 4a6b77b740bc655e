import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'
import { ChevronIcon } from './icons.tsx'
import type { SliderWords } from './slider.tsx'

type Moves = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

/** Which ways a row can be slid, as it stands now. */
function useWays(moves: Moves | undefined) {
  const [ways, setWays] = useState({ back: false, on: false })
  useEffect(() => {
    if (!moves) return
    const look = () => setWays({ back: moves.canScrollPrev(), on: moves.canScrollNext() })
    look()
    moves.on('select', look).on('reInit', look)
    return () => void moves.off('select', look).off('reInit', look)
  }, [moves])
  return ways
}

/** What slides a row by finger, mouse, keys and buttons: so many cards on or back as are in sight. */
export default function SliderMoves({ view, words }: { view: HTMLElement; words: SliderWords }) {
  // where it was slid to by the browser
  const [startIndex] = useState(() => Math.round(view.scrollLeft / Math.max(1, view.clientWidth)))
  const [place, moves] = useEmblaCarousel({
    startIndex,
    align: 'start',
    containScroll: 'trimSnaps',
    slidesToScroll: 'auto',
    breakpoints: { '(prefers-reduced-motion: reduce)': { duration: 0 } },
  })
  useEffect(() => {
    view.dataset.moved = ''
    view.scrollLeft = 0 // embla counts from the beginning
    place(view)
    return () => {
      place(null)
      delete view.dataset.moved
    }
  }, [place, view])
  const ways = useWays(moves)
  const look =
    'absolute top-1/3 z-10 hidden size-11 -translate-y-1/2 items-center justify-center rounded-full border border-line bg-surface shadow-lift hover:bg-sunken lg:inline-flex'
  return (
    <>
      {ways.back && (
        <button
          type="button"
          onClick={() => moves?.scrollPrev()}
          aria-label={words.back}
          className={`${look} -left-3`}
        >
          <ChevronIcon className="rotate-90" />
        </button>
      )}
      {ways.on && (
        <button
          type="button"
          onClick={() => moves?.scrollNext()}
          aria-label={words.on}
          className={`${look} -right-3`}
        >
          <ChevronIcon className="-rotate-90" />
        </button>
      )}
    </>
  )
}
