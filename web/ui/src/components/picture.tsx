import { useState } from 'react'

type Props = {
  src: string | null
  /** the same picture in 800 px, where it may be shown larger than 360 px; `sizes` then says how large */
  large?: string | null
  sizes?: string
  alt: string
  className?: string
  /** the picture that a screen is about loads at once, and over the small one that is often there already */
  eager?: boolean
}

/** Small pictures that are here already, and can be shown at once. */
const here = new Set<string>()

/**
 * A square picture which keeps its place, is blurred until it has come, and is a quiet pattern where there is none. Where the
 * large one does not come, the small one stays, which the page before has often brought. A page that the server has drawn
 * brings the eager ones only: the others would share the line with them, and with the app, which fetches them.
 */
export function Picture({ src, large, sizes, alt, className = '', eager = false }: Props) {
  const [failed, setFailed] = useState<string>()
  const [smallOnly, setSmallOnly] = useState<string>()
  const [shown, setShown] = useState<string>()
  const hasLarge = large && smallOnly !== src
  const isLeft = import.meta.env.SSR && !eager
  const isBehind = eager && hasLarge && src !== null && here.has(src)
  const show = (image: HTMLImageElement) => {
    if (!src) return
    setShown(src)
    if (image.currentSrc.endsWith(src)) here.add(src)
  }
  return (
    <div
      className={`picture aspect-square overflow-hidden bg-sunken bg-cover bg-center ${className}`}
      style={isBehind ? { backgroundImage: `url(${JSON.stringify(src)})` } : undefined}
    >
      {isLeft ? null : src && failed !== src ? (
        <img
          src={src}
          srcSet={hasLarge ? `${src} 360w, ${large} 800w` : undefined}
          sizes={hasLarge ? sizes : undefined}
          alt={alt}
          width={800}
          height={800}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          data-waiting={eager || shown === src ? undefined : ''}
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) show(image)
          }}
          onLoad={({ currentTarget }) => show(currentTarget)}
          onError={() => (hasLarge ? setSmallOnly(src) : setFailed(src))}
          className="size-full object-cover"
        />
      ) : (
        <svg
          role="img"
          aria-label={alt}
          aria-hidden={alt === ''}
          viewBox="-48 -48 160 160"
          className="size-full text-line"
        >
          <path
            d="M8 12h48l4 14a8 8 0 0 1-14 3 8 8 0 0 1-14 0 8 8 0 0 1-14 0 8 8 0 0 1-14-3z"
            fill="currentColor"
          />
          <path d="M13 38v16h38V38" fill="none" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
        </svg>
      )}
    </div>
  )
}
