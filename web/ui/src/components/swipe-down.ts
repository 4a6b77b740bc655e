import { useEffect, useRef } from 'react'

/** M§9, WB-16: a sheet that was pulled down this far closes when it is let go. */
const SWIPE_CLOSES_PX = 250

/** Whether something between the touched element and the sheet is scrolled down: then a pull scrolls it back up. */
function isScrolled(touched: EventTarget | null, sheet: HTMLElement): boolean {
  let element = touched instanceof Element ? touched : null
  while (element && element !== sheet) {
    if (element.scrollTop > 0) return true
    element = element.parentElement
  }
  return false
}

/** Lets a finger pull a sheet down, and closes it when it is let go far enough; returns the sheet's ref. */
export function useSwipeDown(onClose: () => void) {
  const sheet = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    let start: { x: number; y: number } | undefined
    let pulled = 0
    const begin = (event: TouchEvent) => {
      const [finger] = event.touches
      const isPull = finger && event.touches.length === 1 && !isScrolled(event.target, element)
      start = isPull ? { x: finger.clientX, y: finger.clientY } : undefined
      pulled = 0
    }
    const move = (event: TouchEvent) => {
      const [finger] = event.touches
      if (!start || !finger) return
      const down = finger.clientY - start.y
      const isSideways = Math.abs(finger.clientX - start.x) > Math.abs(down)
      if (pulled === 0 && (down <= 0 || isSideways)) {
        start = undefined
        return
      }
      event.preventDefault() // the page behind stays where it is
      pulled = Math.max(0, down)
      element.toggleAttribute('data-pulling', true)
      element.style.setProperty('--pulled', `${pulled}px`)
    }
    const end = () => {
      if (!start) return
      start = undefined
      element.toggleAttribute('data-pulling', false)
      if (pulled > SWIPE_CLOSES_PX) close.current()
      else element.style.removeProperty('--pulled')
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [])
  return sheet
}
