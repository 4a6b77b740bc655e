import { Dialog as Base } from '@base-ui/react/dialog'
import { type RefCallback, useState } from 'react'
import { useText } from '../i18n/words.ts'
import { useBackCloses } from './back-closes.ts'
import { CloseIcon } from './more-icons.tsx'

/** What is near begins in its middle. */
const inMiddle: RefCallback<HTMLDivElement> = (view) =>
  view?.scrollTo((view.scrollWidth - view.clientWidth) / 2, (view.scrollHeight - view.clientHeight) / 2)

/** A picture over the whole screen, larger than the page has it; a press shows all of it. */
export default function Lightbox({ src, alt, onClose }: { src: string; alt: string; onClose: () => void }) {
  const { t } = useText()
  useBackCloses(onClose)
  const [near, setNear] = useState(true)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="veil fixed inset-0 z-40 bg-black/90" />
        <Base.Popup
          ref={inMiddle}
          aria-label={alt}
          className="popup fixed inset-0 z-50 overflow-auto outline-none"
        >
          <button
            type="button"
            aria-pressed={near}
            aria-label={near ? t('picture.zoomOut') : t('picture.zoomIn')}
            onClick={() => setNear(!near)}
            className={`grid min-h-full min-w-full place-items-center ${near ? 'cursor-zoom-out!' : 'cursor-zoom-in!'}`}
          >
            <img
              src={src}
              alt={alt}
              className={near ? 'w-[200vmin] max-w-none' : 'max-h-dvh w-[min(100vw,100dvh)] object-contain'}
            />
          </button>
          <Base.Close
            aria-label={t('common.close')}
            className="fixed top-3 right-3 inline-flex size-12 items-center justify-center rounded-full bg-black/60 text-white"
          >
            <CloseIcon />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
