import { type ReactNode, useEffect, useState } from 'react'

/** M§9 */
const CLOSES_AFTER_S = 5

type Props = {
  onClose: () => void
  className: string
  /** @param left seconds until it closes; undefined: it stays */
  children: (left: number | undefined) => ReactNode
}

/** WB-16: the good end of something, which closes after five seconds in which nobody moves a pointer over it or reaches it with a key. */
export function ClosingSoon({ onClose, className, children }: Props) {
  const [left, setLeft] = useState(CLOSES_AFTER_S)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    // who is in another app meanwhile, as to sign, finds it open
    const timer = window.setInterval(() => {
      if (!document.hidden) setLeft((seconds) => seconds - 1)
    }, 1_000)
    return () => window.clearInterval(timer)
  }, [held])
  useEffect(() => {
    if (left <= 0 && !held) onClose()
  }, [left, held, onClose])
  return (
    // what has come under a pointer that rests tells only when it moves
    // biome-ignore lint/a11y/noStaticElementInteractions: a look at it stops its clock; it does nothing when pressed
    <div
      className={className}
      onPointerMove={() => setHeld(true)}
      onPointerDown={() => setHeld(true)}
      onFocus={() => setHeld(true)}
    >
      {children(held ? undefined : left)}
    </div>
  )
}

/** On the button that closes it; who listens to the page isn't told each second. */
export function SecondsLeft({ left }: { left: number | undefined }) {
  return left !== undefined && <span aria-hidden="true" className="tabular-nums">{` (${left})`}</span>
}
