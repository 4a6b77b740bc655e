import type { Asset } from '@talad/proto/http/asset-indexer/assets'
import { ZoomIcon } from '@talad/ui/components/icons'
import { lazyPart, Part } from '@talad/ui/components/part'
import { Picture } from '@talad/ui/components/picture'
import { useState } from 'react'
import { useText } from '../i18n/index.ts'
import { SuspendedOverlay } from '../market/refusals/suspended-overlay.tsx'

const AssetMedia = lazyPart(() => import('../features/asset/components/asset-media.tsx'))
const Lightbox = lazyPart(() => import('@talad/ui/components/lightbox'))

/** The picture that the screen is about; a press shows it over the whole screen. */
export function AssetPicture({ asset, name }: { asset: Asset; name: string }) {
  const { t } = useText()
  const [near, setNear] = useState(false)
  const { suspended } = asset.dynamic
  // the server doesn't draw what is suspended: a page is passed on and kept
  const { r360, r800 } = import.meta.env.SSR && suspended ? { r360: null, r800: null } : asset.image
  const picture = (
    <Picture
      eager
      src={r360}
      large={r800}
      sizes="(width >= 768px) 640px, 100vw"
      alt={name}
      className={`md:rounded-lg md:shadow-lift ${suspended ? '*:blur-2xl!' : ''}`}
    />
  )
  if (suspended)
    return (
      <div className="relative overflow-hidden md:rounded-lg">
        {picture}
        <SuspendedOverlay text={t('asset.suspended')} detail={t('asset.suspendedDetail')} />
      </div>
    )
  const path = asset.media?.path
  // not drawn by the server: few have one
  const media = asset.media && path && !import.meta.env.SSR && (
    <Part onMissing={() => undefined}>
      <AssetMedia key={path} path={path} type={asset.media.type} name={name} />
    </Part>
  )
  if (!r800)
    return (
      <div className="relative">
        {picture}
        {media}
      </div>
    )
  return (
    <div className="relative">
      <button
        type="button"
        aria-label={`${t('picture.zoomIn')}: ${name}`}
        onClick={() => setNear(true)}
        className="group relative block w-full cursor-zoom-in!"
      >
        {picture}
        <span className="absolute right-3 bottom-3 inline-flex size-11 items-center justify-center rounded-full bg-black/55 text-white transition-opacity md:opacity-0 md:group-hover:opacity-100 md:group-focus-visible:opacity-100">
          <ZoomIcon />
        </span>
      </button>
      {media}
      {near && (
        <Part onMissing={() => setNear(false)}>
          <Lightbox src={r800} alt={name} onClose={() => setNear(false)} />
        </Part>
      )}
    </div>
  )
}
