import { z } from 'zod'
import { openCampaign } from '../http/campaign/campaign-shapes.ts'
import { layout } from './layout.ts'

const hex = z.string().regex(/^#[0-9a-f]{6}$/)
const palette = z.record(z.string().regex(/^[a-z-]{2,20}$/), hex)

/** Of the frame, at each load of it: it waits for a draft. The token is of this load alone. */
export const previewReady = z.object({ kind: z.literal('talad.preview.ready'), token: z.uuid() })

/** How an editor has it shown, to the load of the frame that has given the token. */
const shown = {
  token: z.uuid(),
  language: z.enum(['th', 'en']),
  light: z.enum(['light', 'dark']),
}

/** AW-13: of the editor of a site: what is to be shown. */
export const previewDraft = z.object({
  ...shown,
  kind: z.literal('talad.preview.draft'),
  palettes: z.object({ light: palette, dark: palette }).nullable(),
  sections: layout.shape.sections,
})
export type PreviewDraft = z.infer<typeof previewDraft>

/** CA-16: of the editor of a campaign: the campaign as the draft would make it. */
export const previewCampaign = z.object({
  ...shown,
  kind: z.literal('talad.preview.campaign'),
  campaign: openCampaign,
})
export type PreviewCampaign = z.infer<typeof previewCampaign>

export const previewMessage = z.discriminatedUnion('kind', [previewDraft, previewCampaign])
