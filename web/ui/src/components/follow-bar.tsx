import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Fractions of pixels count as whole. */
const WHOLE = 0.95

/**
 * Keeps the one next step of a screen in reach: where its place isn't to be seen whole on a phone, it is drawn as a bar
 * at the bottom of the screen. It is moved, not doubled: there is one button, whatever reads the page.
 */
export function FollowBar({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && entry.intersectionRatio < WHOLE),
      { threshold: WHOLE },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="min-h-12">
      <div className={away ? 'follow-bar' : ''}>
        {away && <div className="shrink-0 md:hidden">{aside}</div>}
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  )
}
