import { useState } from 'react'
import { useMediaText } from '../../../i18n/media.ts'

const VIDEO = 2

/** AI-21: nothing plays, and nothing is fetched, before somebody presses. */
function start(player: HTMLMediaElement | null): void {
  player?.focus()
  // who may not start it by this press finds the button of the player
  player?.play().catch(() => undefined)
}

type PlayerProps = { path: string; isVideo: boolean; label: string; onFail: () => void }

function Player({ path, isVideo, label, onFail }: PlayerProps) {
  const about = { ref: start, src: path, controls: true, preload: 'none', onError: onFail } as const
  return isVideo ? (
    <video
      {...about}
      playsInline
      aria-label={label}
      className="absolute inset-0 size-full bg-black object-contain"
    />
  ) : (
    <audio {...about} aria-label={label} className="absolute inset-x-3 bottom-3 w-[calc(100%-1.5rem)]" />
  )
}

/** Over the picture of an item: a button, then its video or sound; the picture again where that can't be played. */
export default function AssetMedia({ path, type, name }: { path: string; type: number; name: string }) {
  const { t } = useMediaText()
  const [state, setState] = useState<'still' | 'playing' | 'failed'>('still')
  const isVideo = type === VIDEO
  if (state === 'playing') {
    const label = t('media.playerOf', { name })
    return <Player path={path} isVideo={isVideo} label={label} onFail={() => setState('failed')} />
  }
  return (
    <div className="absolute bottom-3 left-3 grid max-w-[calc(100%-5rem)] justify-items-start gap-2">
      {state === 'failed' && (
        <p role="status" className="rounded-md bg-black/75 px-3 py-2 text-sm text-white">
          {t('media.failed')}
        </p>
      )}
      <button
        type="button"
        onClick={() => setState('playing')}
        className="inline-flex min-h-11 items-center gap-2 rounded-full bg-black/75 px-4 font-semibold text-sm text-white"
      >
        <svg aria-hidden="true" viewBox="0 0 24 24" fill="currentColor" className="size-5">
          <path d="M8 5v14l11-7z" />
        </svg>
        {isVideo ? t('media.watch') : t('media.hear')}
      </button>
    </div>
  )
}
