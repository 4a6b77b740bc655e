import { previewReady } from '@talad/proto/site/preview'
import type { Light } from '@talad/proto/site/theme'
import { Segmented } from '@talad/ui/components/segmented'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../i18n/index.ts'
import { useCalm } from './use-calm.ts'

const widths = { phone: 390, desk: 1_440 } as const
type Width = keyof typeof widths
const HEIGHT = 760

type Props = {
  origin: string
  title: string
  /** what is shown, of one of the kinds that the site's frame knows */
  message: { kind: `talad.preview.${string}` } & Readonly<Record<string, unknown>>
}

/** AW-13: the site itself in a frame, showing what is being written. It is there only while it is looked at. */
export function PreviewFrame({ origin, title, message }: Props) {
  const { t } = useText()
  const [width, setWidth] = useState<Width>('phone')
  const [language, setLanguage] = useState<'th' | 'en'>('th')
  const [light, setLight] = useState<Light>('light')
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const [token, setToken] = useState<string>()
  const shown = useCalm(message)
  useEffect(() => {
    const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow || from !== origin) return
      const read = previewReady.safeParse(data)
      if (read.success) setToken(read.data.token) // each load of the frame brings its own
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [origin])
  useEffect(() => {
    if (token === undefined) return
    frame.current?.contentWindow?.postMessage({ ...shown, token, language, light }, origin)
  }, [token, language, light, shown, origin])
  useEffect(() => {
    const place = room.current
    if (!place) return
    const fit = () => setScale(Math.min(1, place.clientWidth / widths[width]))
    const sizes = new ResizeObserver(fit)
    sizes.observe(place)
    return () => sizes.disconnect()
  }, [width])
  return (
    <div className="grid content-start gap-3">
      <div className="flex flex-wrap gap-2">
        <Segmented
          label={t('preview.width')}
          value={width}
          options={[
            { value: 'phone', text: t('preview.phone') },
            { value: 'desk', text: t('preview.desk') },
          ]}
          onChange={setWidth}
        />
        <Segmented
          label={t('preview.language')}
          value={language}
          options={[
            { value: 'th', text: 'ไทย', lang: 'th' },
            { value: 'en', text: 'English', lang: 'en' },
          ]}
          onChange={setLanguage}
        />
        <Segmented
          label={t('preview.light')}
          value={light}
          options={[
            { value: 'light', text: t('preview.day') },
            { value: 'dark', text: t('preview.night') },
          ]}
          onChange={setLight}
        />
      </div>
      <div
        ref={room}
        className="overflow-hidden rounded-md border border-line bg-sunken"
        style={{ height: HEIGHT * scale }}
      >
        <iframe
          ref={frame}
          src={`${origin}/preview`}
          title={title}
          sandbox="allow-scripts allow-same-origin"
          referrerPolicy="no-referrer"
          style={{ width: widths[width], height: HEIGHT, scale: String(scale), transformOrigin: '0 0' }}
        />
      </div>
    </div>
  )
}
