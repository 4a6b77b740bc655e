import { ShareIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/index.ts'

/** Menus are large: this one comes with the first sign that somebody wants it. */
const SharePopup = lazyPart(() => import('./share-popup.tsx'))

const look =
  'inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface text-ink hover:border-leaf hover:text-leaf'

function hasOwnSheet(): boolean {
  return typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches
}

/** Tells somebody of a page: with the phone's own sheet where there is one, else by a short menu (M§2). */
export function ShareMenu({ text }: { text: string }) {
  const { t } = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const share = () => {
    if (!hasOwnSheet()) setOpen((now) => !now)
    else void navigator.share({ url: window.location.href, title: text }).catch(() => {})
  }
  const prepare = () => {
    if (!hasOwnSheet()) void SharePopup.preload()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('share.title')}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={share}
        className={look}
      >
        <ShareIcon />
      </button>
      {open && (
        <Part onMissing={() => setOpen(false)}>
          <SharePopup text={text} opener={button} onClose={() => setOpen(false)} />
        </Part>
      )}
    </>
  )
}
