import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'

/** The first screen is whole long before. */
const LATER_MS = 6_000
/** So far below the screen, what is scrolled to is there in time. */
const AHEAD = '700px'

/**
 * What stands far down a page: drawn, and its code fetched, when somebody comes near it, and after a while anyway. The
 * first screen doesn't share its line with it.
 */
export function Later({ room, children }: { room: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    // in pieces, between which the browser answers
    const show = () => startTransition(() => setWanted(true))
    const timer = window.setTimeout(show, LATER_MS)
    const near = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && show(), {
      rootMargin: AHEAD,
    })
    if (place.current) near.observe(place.current)
    return () => {
      window.clearTimeout(timer)
      near.disconnect()
    }
  }, [])
  return isWanted ? children : <div ref={place} className={room} />
}
