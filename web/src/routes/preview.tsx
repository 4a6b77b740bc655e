import { type PreviewDraft, previewDraft } from '@talad/proto/site/preview'
import { loadLanguage, PartLanguage } from '@talad/ui/i18n/language'
import { type MouseEvent, startTransition, useEffect, useState } from 'react'
import { PreviewMode } from './sections/preview-mode.ts'
import { Sections } from './sections/sections.tsx'

function paint({ light, palettes }: PreviewDraft): void {
  const { dataset, style } = document.documentElement
  dataset.theme = light
  for (const [name, colour] of Object.entries(palettes?.light ?? {}))
    style.setProperty(`--${name}`, `light-dark(${colour}, ${palettes?.dark[name] ?? colour})`)
}

/** What the editor around this frame writes: of nobody else, and only what answers this load of the frame. */
function useDraft(): PreviewDraft | undefined {
  const [draft, setDraft] = useState<PreviewDraft>()
  useEffect(() => {
    if (window.parent === window) return
    const token = crypto.randomUUID()
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== window.parent) return
      const read = previewDraft.safeParse(data)
      if (!read.success || read.data.token !== token) return
      paint(read.data)
      void loadLanguage(read.data.language).then(() => startTransition(() => setDraft(read.data)))
    }
    window.addEventListener('message', hear)
    window.parent.postMessage({ kind: 'talad.preview.ready', token }, '*') // says nothing; who may frame us the policy says
    return () => window.removeEventListener('message', hear)
  }, [])
  return draft
}

/** AW-13: a page as it will be seen, while it is being written. Its links lead nowhere. */
export default function PreviewPage() {
  const draft = useDraft()
  if (!draft) return null
  const stay = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
  return (
    <PreviewMode value>
      <PartLanguage value={draft.language}>
        <div onClickCapture={stay} lang={draft.language}>
          <Sections sections={draft.sections} />
        </div>
      </PartLanguage>
    </PreviewMode>
  )
}
