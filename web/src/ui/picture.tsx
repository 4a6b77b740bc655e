import { useState } from 'react'

type Props = {
  src: string | null
  alt: string
  className?: string
  /** the picture that a screen is about loads at once */
  eager?: boolean
}

/** A square picture which keeps its place while it loads, and shows a quiet pattern when there is none. */
export function Picture({ src, alt, className = '', eager = false }: Props) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={`aspect-square overflow-hidden bg-sunken ${className}`}>
      {src && failed !== src ? (
        <img
          src={src}
          alt={alt}
          width={800}
          height={800}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        <svg
          role="img"
          aria-label={alt}
          aria-hidden={alt === ''}
          viewBox="0 0 64 64"
          className="size-full p-[30%] text-line"
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
