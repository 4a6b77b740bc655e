import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Fractions of pixels count as whole. */
const WHOLE = 0.95

/**
 * Keeps the one next step of a screen in reach: where its place isn't to be seen whole on a phone, it is drawn as a bar
 * at the bottom of the screen. It is moved, not doubled: there is one button, whatever reads the page. The place stays as
 * high as it was: shrunk, it could be seen whole again, and the button would leap to and fro.
 */
export function FollowBar({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [left, setLeft] = useState<{ height: number }>()
  useEffect(() => {
    if (!place.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        const { height } = entry.boundingClientRect
        setLeft(entry.intersectionRatio < WHOLE ? { height } : undefined)
      },
      { threshold: WHOLE },
    )
    watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <div ref={place} className="min-h-12" style={left && { minHeight: left.height }}>
      <div className={left ? 'follow-bar' : ''}>
        {left && <div className="shrink-0 md:hidden">{aside}</div>}
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </div>
  )
}
