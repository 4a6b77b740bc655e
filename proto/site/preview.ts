import { z } from 'zod'
import { layout } from './layout.ts'

const hex = z.string().regex(/^#[0-9a-f]{6}$/)
const palette = z.record(z.string().regex(/^[a-z-]{2,20}$/), hex)

/** Of the frame, at each load of it: it waits for a draft. The token is of this load alone. */
export const previewReady = z.object({ kind: z.literal('talad.preview.ready'), token: z.uuid() })

/** AW-13: of the editor: what is to be shown, to the load of the frame that has given the token. */
export const previewDraft = z.object({
  kind: z.literal('talad.preview.draft'),
  token: z.uuid(),
  language: z.enum(['th', 'en']),
  light: z.enum(['light', 'dark']),
  palettes: z.object({ light: palette, dark: palette }).nullable(),
  sections: layout.shape.sections,
})
export type PreviewDraft = z.infer<typeof previewDraft>
