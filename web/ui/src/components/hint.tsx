import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/words.ts'
import { lazyPart, Part } from './part.tsx'

/** What floats is large: it comes with the first sign that somebody wants it. */
const HintPopup = lazyPart(() => import('./hint-popup.tsx'))

const OPENS_AFTER_MS = 100
/** M§9 */
const CLOSES_AFTER_MS = 1_500

/**
 * A small question mark which explains a word. It opens by hovering, pressing or the keyboard, and closes 1.5 s after
 * neither pointer nor focus is at it (WB-16): who reads slowly keeps it.
 */
export function Hint({ text }: { text: string }) {
  const { t } = useText()
  const mark = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [held, setHeld] = useState(false)
  const [hovered, setHovered] = useState(false)
  useEffect(() => {
    if (!hovered) return
    const timer = window.setTimeout(() => setOpen(true), OPENS_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [hovered])
  useEffect(() => {
    if (!open || held) return
    const timer = window.setTimeout(() => setOpen(false), CLOSES_AFTER_MS)
    return () => window.clearTimeout(timer)
  }, [open, held])
  return (
    <>
      <button
        ref={mark}
        type="button"
        aria-label={t('common.explain')}
        aria-expanded={open}
        onPointerEnter={({ pointerType }) => {
          void HintPopup.preload()
          setHeld(true)
          // a finger presses, it doesn't hover
          if (pointerType === 'mouse') setHovered(true)
        }}
        onPointerLeave={() => {
          setHeld(false)
          setHovered(false)
        }}
        onFocus={() => {
          void HintPopup.preload()
          setHeld(true)
        }}
        onBlur={() => setHeld(false)}
        onClick={() => setOpen(true)}
        className="inline-flex size-6 items-center justify-center rounded-full align-middle text-xs font-semibold text-soft hover:text-leaf"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-4 items-center justify-center rounded-full border border-current text-[11px] leading-none"
        >
          ?
        </span>
      </button>
      {open && (
        <Part onMissing={() => setOpen(false)}>
          <HintPopup text={text} opener={mark} onClose={() => setOpen(false)} onHeld={setHeld} />
        </Part>
      )}
    </>
  )
}
