import type { Palette } from '@talad/proto/site/palette'
import type { Section } from '@talad/proto/site/sections'
import type { Light } from '@talad/proto/site/theme'
import { useMemo } from 'react'
import { useText } from '../../../i18n/index.ts'
import { PreviewFrame } from '../../../ui/preview-frame.tsx'

type Props = {
  origin: string
  sections: readonly Section[]
  palettes: Record<Light, Palette> | null
}

/** AW-13: the home of a site as it is being written. */
export function Preview({ origin, sections, palettes }: Props) {
  const { t } = useText()
  const message = useMemo(
    () => ({ kind: 'talad.preview.draft', sections, palettes }) as const,
    [sections, palettes],
  )
  return <PreviewFrame origin={origin} title={t('preview.title')} message={message} />
}
