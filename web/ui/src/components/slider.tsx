import { Children, type ReactNode, useEffect, useState } from 'react'
import { lazyPart, Part } from './part.tsx'

const SliderMoves = lazyPart(() => import('./slider-moves.tsx'))
/** The first screen doesn't share its line with what moves a row: until then the browser slides it. */
const MOVED_AFTER_MS = 2_000

export type SliderWords = { back: string; on: string }

type Props = {
  /** how wide a slide is: classes of the design system */
  slide: 'card-slide' | 'preview-slide'
  words: SliderWords
  busy?: boolean
  children: ReactNode
}

/** Cards in a row to slide through, as many in sight as there is room for (M§9). */
export function Slider({ slide, words, busy = false, children }: Props) {
  const [view, setView] = useState<HTMLElement | null>(null)
  const [isMoved, setMoved] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setMoved(true), MOVED_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <div className="relative" onPointerEnter={() => setMoved(true)}>
      <div
        ref={setView}
        aria-busy={busy || undefined}
        className="slide -mx-4 snap-x snap-mandatory scroll-px-4 overflow-x-auto px-4 pb-2 lg:mx-0 lg:scroll-px-0 lg:px-0"
      >
        <ul className="flex gap-2.5">
          {Children.map(children, (child) => (
            <li className={`${slide} min-w-0 snap-start`}>{child}</li>
          ))}
        </ul>
      </div>
      {view && isMoved && !busy && (
        <Part onMissing={() => {}}>
          <SliderMoves view={view} words={words} />
        </Part>
      )}
    </div>
  )
}
